import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import {
  withoutFieldsOfItems,
  withoutStreamedBodies,
  type ContractDocument,
  type Operation,
} from './contract.js'
import { ApiError, validationFailed, type ErrorDetail } from './errors.js'
import { requestSideOf } from './request-side.js'
import { ownFormats } from './validation/contract-ajv.js'
import { explainer, isDecimal, type Explain } from './validation/explain.js'

type ApiSpec = Extract<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], object>

/**
 * Operations of a contract are compiled once: that takes longer than most of a start, and a process may hold
 * many services. By the contract, then by the operations.
 */
const compiled = new WeakMap<ContractDocument, Map<string, Promise<Compiled>>>()

interface Compiled {
  readonly middlewares: readonly RequestHandler[]
  readonly explain: Explain
}

type Handlers = readonly (RequestHandler | ErrorRequestHandler)[]

/**
 * Makes middleware that validates and coerces the requests to an operation. Security is not part of it: our
 * own check runs before the body is read, in the contract's order, with its own codes. Strings stay strings,
 * dates included.
 *
 * A request is first validated up to its first mistake. Only a refused request is searched for all its
 * mistakes. So valid requests pay nothing for the search, and invalid ones of any size cost little.
 *
 * @returns a function that returns the middleware of an operation, which throws ApiError 422
 *   `validation_failed`, or 404 `not_found` if an id in the path does not have the form of an id
 * @throws Error if the contract cannot be used
 */
export async function requestValidator(
  contract: ContractDocument,
  operations: readonly Operation[],
): Promise<(operation: Operation) => Handlers> {
  const ofContract = compiled.get(contract) ?? new Map<string, Promise<Compiled>>()
  compiled.set(contract, ofContract)
  const key = operations.map(({ id }) => id).join()
  const compiling = ofContract.get(key) ?? compileAll(contract, operations)
  ofContract.set(key, compiling)
  const { middlewares, explain } = await compiling
  return (operation) => [
    refuseUnreadable(operation, explain),
    ...middlewares,
    refuseInvalid(operation, explain),
  ]
}

async function compileAll(contract: ContractDocument, operations: readonly Operation[]): Promise<Compiled> {
  return {
    middlewares: await compile(requestSideOf(contract, operations)),
    explain: explainer(contract),
  }
}

/**
 * Refuses mistakes that the validator accepts: a missing body, and query numbers that are not decimal
 * integers.
 */
function refuseUnreadable(operation: Operation, explain: Explain): RequestHandler {
  const { needsJson, integerParameters: numbers } = operation
  return (req, _res, next) => {
    const withoutBody = needsJson && req.body === undefined
    // Express parses the query at each access.
    const query = numbers.length > 0 ? req.query : {}
    if (withoutBody || numbers.some((name) => query[name] !== undefined && !isDecimal(query[name]))) {
      throw validationFailed(explain(operation, givenBy(req)))
    }
    next()
  }
}

/** Replaces the validator's errors by explained ones. Other errors pass unchanged. */
function refuseInvalid(operation: Operation, explain: Explain): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, req, _res, next) => {
    next(isRefusal(error) ? explained(error, operation, req, explain) : error)
  }
}

interface ValidationRefusal extends Error {
  readonly status: number
  readonly errors: readonly { path?: string; errorCode?: string }[]
}

function isRefusal(error: unknown): error is ValidationRefusal {
  return Object.values(OpenApiValidator.error).some((kind) => error instanceof kind)
}

function explained(error: ValidationRefusal, operation: Operation, req: Request, explain: Explain): unknown {
  switch (error.status) {
    case 400:
      break
    case 404:
      return new ApiError('not_found', 'There is nothing at this path. The reference is at /docs/api.')
    case 405:
      return new ApiError('method_not_allowed', `This path does not take ${req.method}.`)
    case 415:
      return new ApiError('unsupported_media_type', `Send the body as ${operation.consumes.join(' or ')}.`)
    default:
      return error
  }
  const findings = explain(operation, givenBy(req))
  if (findings.length > 0) return validationFailed(findings)
  // An id that does not have the right form identifies nothing, and an error about the pattern would not
  // help.
  if (error.errors.every(({ path }) => path?.startsWith('/params/'))) {
    return new ApiError(
      'not_found',
      'There is nothing with this id: it is not of the form that ids have here.',
    )
  }
  return validationFailed(error.errors.map(withoutSchema))
}

/** Makes a finding for a mistake that only the validator detects: reserved characters in a query. */
function withoutSchema({ path = '', errorCode }: ValidationRefusal['errors'][number]): ErrorDetail {
  const code = errorCode?.replace(/\.openapi\.validation$/, '') ?? 'encoding'
  const message =
    code === 'encoding' ? 'must be percent-encoded: it has characters such as & = + @ /' : 'is not valid'
  return { path, code, message }
}

/** Returns the request as it was sent: the validator may have replaced Express's query by its own. */
function givenBy(req: Request) {
  const query = Reflect.get(express.request, 'query', req) as unknown
  return { query, headers: req.headers, body: req.body as unknown }
}

/** @param contract is written into */
async function compile(contract: ContractDocument): Promise<RequestHandler[]> {
  const middlewares = OpenApiValidator.middleware({
    apiSpec: withoutStreamedBodies(withoutFieldsOfItems(contract)) as unknown as ApiSpec,
    // The contract is linted before it is released. To validate it at each start takes a fifth of a second.
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: { allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateFormats: true,
    ajvFormats: { mode: 'full' },
    // Formats that are not known by name pass everything.
    formats: { ...ownFormats },
    fileUploader: false,
  }) as RequestHandler[]

  // The validator reports a contract it cannot use at the first request only, so its first step is run here.
  // Its app gets handlers that put coerced parameters into the path, where nothing is coerced; so it can be
  // one that nobody asks.
  const [first] = middlewares
  if (first === undefined) throw new Error('the validator has no middleware')
  await new Promise<void>((resolve, reject) => {
    const next = (error?: unknown) => (error instanceof Error ? reject(error) : resolve())
    void first(Object.create(express.request, { app: { value: express() } }) as Request, {} as Response, next)
  })
  return middlewares
}
