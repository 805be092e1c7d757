import type { Request, Response } from 'express'
import { HttpError, type OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js'
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import type { ContractDocument } from '../../../../base/contract/document.js'
import { withoutFieldsOfItems, withoutStreamedBodies, type Operation } from '../operation/contract.js'
import type { Principal } from '../../auth/principal.js'
import { ApiError, validationFailed, type ErrorDetail } from '../errors/api-error.js'
import type { RuleCode } from '../errors/rules.js'
import { requestSideOf } from './request-side.js'
import { ownFormats } from './contract-ajv.js'
import { emptyListsIn } from './empty-lists.js'
import { bodySchema, explainer, followerOf, isDecimal, type Explain } from './explain.js'
import { withProjectOfKey } from './project-of-key.js'

type ApiDocument = ConstructorParameters<typeof RequestValidator>[0]

/** The parts of a request that are validated. */
export type GivenRequest = Pick<Request, 'originalUrl' | 'headers' | 'params' | 'body' | 'query'>

/**
 * Validates a request, and returns its query as the contract has it.
 *
 * @throws ApiError 422 `validation_failed`, or 404 `not_found` if an id in the path does not have the form of an id
 */
export type ValidateRequest = (given: GivenRequest, principal: Principal | undefined) => object

type Validate = (given: GivenRequest) => object

/** The compiled operations of each contract, which the services of a process share. */
const compiled = new WeakMap<ContractDocument, Compiled>()

interface Compiled {
  readonly validators: Map<string, Validate>
  /** Removes the empty lists that count as absent from the body of an operation. */
  readonly emptyLists: Map<string, (body: unknown) => void>
  readonly explain: Explain
}

/**
 * Makes functions that validate the requests to operations, and coerce their queries. Security is not part of it: our
 * own check runs before the body is read, in the contract's order, with its own codes. Strings stay strings,
 * dates included.
 *
 * A request is first validated up to its first mistake. Only a refused request is searched for all its
 * mistakes. So valid requests pay nothing for the search, and invalid ones of any size cost little.
 *
 * The schemas of an operation are compiled at its first request: all of them would take longer than the rest
 * of a start.
 *
 * @returns a function that returns the validation of an operation
 * @throws Error if the contract refers to something that it does not have
 */
export function requestValidator(
  contract: ContractDocument,
  operations: readonly Operation[],
): (operation: Operation) => ValidateRequest {
  // This throws if the contract lacks something.
  requestSideOf(contract, operations)
  const shared = compiled.get(contract) ?? {
    validators: new Map<string, Validate>(),
    emptyLists: new Map<string, (body: unknown) => void>(),
    explain: explainer(contract),
  }
  compiled.set(contract, shared)
  const { validators, emptyLists, explain } = shared
  return (operation) => (req, principal) => {
    const explainRequest: Explain = (...given) => [...withProjectOfKey(explain(...given), principal)]
    refuseUnreadable(operation, req, explainRequest)
    const withoutEmptyLists = emptyLists.get(operation.id) ?? emptyListsOf(contract, operation)
    emptyLists.set(operation.id, withoutEmptyLists)
    withoutEmptyLists(req.body)
    const validate = validators.get(operation.id) ?? compile(contract, operation)
    validators.set(operation.id, validate)
    try {
      return validate(req)
    } catch (error) {
      // The validator's other errors pass unchanged.
      throw isRefusal(error) ? explained(error, operation, req, explainRequest) : error
    }
  }
}

/**
 * Refuses mistakes that the validator accepts: a missing body, and query numbers that are not decimal
 * integers.
 */
function refuseUnreadable(operation: Operation, req: GivenRequest, explain: Explain): void {
  const { needsJson, integerParameters: numbers } = operation
  const withoutBody = needsJson && req.body === undefined
  // Express parses the query at each access.
  const query = numbers.length > 0 ? req.query : {}
  if (withoutBody || numbers.some((name) => query[name] !== undefined && !isDecimal(query[name]))) {
    throw validationFailed(explain(operation, req))
  }
}

function emptyListsOf(contract: ContractDocument, operation: Operation): (body: unknown) => void {
  const body = bodySchema(contract, operation)
  return body === undefined ? () => undefined : emptyListsIn(body, followerOf(contract))
}

interface ValidationRefusal extends Error {
  readonly errors: readonly { path?: string; errorCode?: string }[]
}

/** Tells whether an error refuses the request. The validator's other errors are about itself. */
function isRefusal(error: unknown): error is ValidationRefusal {
  return error instanceof HttpError && error.status === 400
}

function explained(
  error: ValidationRefusal,
  operation: Operation,
  req: GivenRequest,
  explain: Explain,
): ApiError {
  const findings = explain(operation, req)
  if (findings.length > 0) return validationFailed(findings)
  // An id that does not have the right form identifies nothing, and an error about the pattern would not
  // help.
  if (error.errors.every(({ path }) => path?.startsWith('/params/'))) {
    return new ApiError('not_found', 'This is not a valid id.')
  }
  const others = error.errors.filter(({ errorCode }) => !combining.has(errorCode ?? ''))
  return validationFailed(others.map(withoutSchema))
}

/** Errors that only say that each of several schemas has an error, which stands beside them. */
const combining = new Set(['anyOf', 'oneOf', 'if'].map((keyword) => `${keyword}.openapi.validation`))

/** Makes a finding for a mistake that only the validator detects: reserved characters in a query. */
function withoutSchema({ path = '', errorCode }: ValidationRefusal['errors'][number]): ErrorDetail {
  const code = (errorCode?.replace(/\.openapi\.validation$/, '') ?? 'encoding') as RuleCode
  const message =
    code === 'encoding' ? 'must be percent-encoded: it has characters such as & = + @ /' : 'is not valid'
  return { path, code, message }
}

/**
 * Compiles the validation of an operation. Of express-openapi-validator this uses the step that validates a request.
 * The other steps look for the operation among all of the contract's, which Express has done already, and prepare the
 * contract for features that it does not use: they took a third of a start.
 */
function compile(contract: ContractDocument, operation: Operation): Validate {
  const document = withoutStreamedBodies(withoutFieldsOfItems(requestSideOf(contract, [operation])))
  const schema = document.paths[operation.path]?.[operation.method]
  const validator = new RequestValidator(document as unknown as ApiDocument, {
    allowUnknownQueryParameters: false,
    // No coercion of bodies. Parameters are always coerced.
    coerceTypes: false,
    useDefaults: true,
    strict: false,
    strictNumbers: true,
    // The contract is linted before it is released.
    validateSchema: false,
    ajvFormats: { mode: 'full' },
    // Formats that are not known by name pass everything.
    formats: { ...ownFormats },
  })
  const { path } = operation
  const method = operation.method.toUpperCase()
  return (req) => {
    const openapi = { expressRoute: path, openApiRoute: path, pathParams: req.params, schema, serial: 0 }
    const asked = new AskedRequest(req, method, openapi)
    let isValid = false
    void validator.validate(asked as unknown as OpenApiRequest, {} as Response, (error?: unknown) => {
      if (error !== undefined) throw error as Error
      isValid = true
    })
    if (!isValid) throw new Error('the validator has not ended at once')
    return asked.query
  }
}

/**
 * The validator's view of a request, into which it writes coerced parameters. It defines a `query` of its own, since
 * Express's cannot be written; if a request had one of its own the validator would put that back.
 */
class AskedRequest {
  readonly originalUrl: string
  readonly headers: Request['headers']
  readonly params: Request['params']
  readonly body: unknown
  readonly #query: Request['query']

  constructor(
    { originalUrl, headers, params, body, query }: GivenRequest,
    readonly method: string,
    readonly openapi: object,
  ) {
    this.originalUrl = originalUrl
    this.headers = headers
    this.params = params
    this.body = body
    this.#query = query
  }

  get query(): Request['query'] {
    return this.#query
  }
}
