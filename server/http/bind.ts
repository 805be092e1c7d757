import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import type { Knex } from 'knex'
import { inTransaction } from '../db/transaction.js'
import { admit } from './admit.js'
import type { Credentials } from './authenticate.js'
import { operationsOf, ownContract, type ContractDocument, type Operation } from './contract.js'
import { tellDeprecation } from './deprecation.js'
import { ApiError } from './errors.js'
import type { Handlers } from './handler.js'
import { claimOf, type IdempotencyClaim } from './idempotency/claim.js'
import type { KeptReply } from './idempotency/kept-reply.js'
import { prepareOnce } from './idempotency/prepare-once.js'
import { Idempotency } from './idempotency/run-once.js'
import { countItems } from './rate-limit/count-items.js'
import type { RateLimits } from './rate-limit/rate-limits.js'
import { contextOf } from './request-context.js'
import { requestValidator } from './validator.js'
import { refuseIllFormedText } from './well-formed.js'

/** The largest body after decompression, in bytes: 10 MB of JSON. */
export const largestBody = 10 * 1000 * 1000

export interface Binding {
  readonly db: Knex
  readonly credentials: Credentials
  readonly limits: RateLimits
  readonly handlers: Handlers
  /** Without the api role a process answers only what needs no credential: its health. */
  readonly servesApi: boolean
  /** What is bound where that is not the contract in generated/, as tests do to have an operation that it lacks. */
  readonly contract?: ContractDocument
}

/** Handlers as the binder sees them: the contract has made sure of the types by the time one is called. */
type AnyHandler = AnyRead | AnyMutation
type AnyRead = (request: object) => Promise<Reply>
type AnyMutation =
  | AnyRead
  | { readonly inSharedTransaction: AnyRead }
  | { readonly prepare: (request: object) => Promise<AnyRead> }

type Reply = KeptReply & { readonly headers?: Readonly<Record<string, string>>; readonly replayed?: boolean }

/**
 * Mounts every operation of the contract. A request passes, in this order: what it accepts, who it is, the rate
 * limits, whether it may, its body, the contract's schema, then the handler.
 */
export async function bindContract(app: Express, binding: Binding): Promise<void> {
  const contract = binding.contract ?? ownContract()
  const idempotency = new Idempotency(binding.db)
  const operations = operationsOf(contract).filter(
    (operation) => binding.servesApi || operation.security.length === 0,
  )
  const validate = await requestValidator(contract, operations)

  for (const path of concreteFirst(operations)) {
    const ofPath = operations.filter((operation) => operation.path === path)
    for (const operation of ofPath) {
      app[operation.method](
        expressPath(path),
        ...tellDeprecation(operation),
        negotiate(operation),
        admit(operation, binding.credentials, binding.limits),
        ...readBody(operation),
        ...validate,
        ...countItems(operation, binding.limits),
        handle(operation, binding, idempotency),
      )
    }
    app.all(expressPath(path), refuseMethod(ofPath.map(({ method }) => method)))
  }
}

/**
 * The paths, each with its refusals before the next: a concrete path is never taken for one with a variable in its place
 * (OpenAPI 3.1, section 4.8.8.2), whatever the method.
 */
function concreteFirst(operations: readonly Operation[]): string[] {
  const variables = (path: string) => path.split('{').length
  return [...new Set(operations.map(({ path }) => path))].sort((a, b) => variables(a) - variables(b))
}

/** /v1/messages/{id} -> /v1/messages/:id */
function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function negotiate(operation: Operation): RequestHandler {
  return (req, res, next) => {
    contextOf(res).operation = operation.id
    if (operation.produces.length > 0 && req.accepts([...operation.produces]) === false) {
      throw new ApiError('not_acceptable', `This operation answers with ${operation.produces.join(' or ')}.`)
    }
    next()
  }
}

function readBody(operation: Operation): RequestHandler[] {
  if (operation.consumes.length === 0) {
    return [
      (req, _res, next) => {
        // The validator keeps a validator for each Content-Type it meets; here the header means nothing.
        delete req.headers['content-type']
        // HEAD is GET without the body of its reply (RFC 9110, section 9.3.2), and the contract has GET only.
        if (req.method === 'HEAD') req.method = 'GET'
        next()
      },
    ]
  }
  return [
    (req, _res, next) => {
      const type = operation.consumes.find((consumed) => req.is(consumed))
      if (type === undefined && hasBody(req)) {
        throw new ApiError('unsupported_media_type', `Send the body as ${operation.consumes.join(' or ')}.`)
      }
      next()
    },
    // Not strict: a bare null or number is JSON too, and the contract says better what is wrong with it.
    express.json({ limit: largestBody, strict: false, type: [...operation.consumes] }),
    (req, _res, next) => {
      // Parsed by now; without its parameters the header is one key in the validator's cache, not many.
      req.headers['content-type'] = operation.consumes[0]
      if (operation.validatedByItem.length === 0) refuseIllFormedText(req.body)
      next()
    },
  ]
}

/** RFC 9112, section 6: a body is there where one of these headers is. */
function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

function handle(operation: Operation, binding: Binding, idempotency: Idempotency): RequestHandler {
  const handler = binding.handlers[operation.id] as unknown as AnyHandler
  return async (req, res) => {
    const request = {
      principal: contextOf(res).principal ?? null,
      path: req.params,
      query: req.query,
      body: req.body as unknown,
    }
    if (operation.method === 'get') {
      sendReply(res, await (handler as AnyRead)({ ...request, db: binding.db }))
      return
    }
    const key = operation.takesIdempotencyKey ? req.headers['idempotency-key'] : undefined
    const claim =
      request.principal === null || typeof key !== 'string'
        ? undefined
        : claimOf(request.principal, operation.id, key, request)
    sendReply(res, await mutate(handler, request, claim, binding.db, idempotency))
  }
}

async function mutate(
  handler: AnyMutation,
  request: object,
  claim: IdempotencyClaim | undefined,
  db: Knex,
  idempotency: Idempotency,
): Promise<Reply> {
  if ('inSharedTransaction' in handler) return handler.inSharedTransaction({ ...request, claim })
  if (claim === undefined) {
    const effect = 'prepare' in handler ? await handler.prepare({ ...request, db }) : handler
    return inTransaction(db, (tx) => effect({ ...request, tx }))
  }
  const prepared =
    'prepare' in handler
      ? await prepareOnce(db, claim, () => handler.prepare({ ...request, db }))
      : { effect: handler }
  if ('kept' in prepared) return { ...prepared.kept, replayed: true }
  const { reply, replayed } = await idempotency.run(claim, (tx) => prepared.effect({ ...request, tx }))
  return { ...reply, replayed }
}

function sendReply(res: Response, reply: Reply): void {
  if (reply.replayed === true) {
    contextOf(res).replayed = true
    res.setHeader('Idempotent-Replayed', 'true')
  }
  res.status(reply.status).set(reply.headers ?? {})
  if (reply.body === undefined || reply.body === null) res.end()
  else res.json(reply.body)
}

/** Answers every method that a path does not have. */
export function refuseMethod(methods: readonly string[]): RequestHandler {
  const allowed = methods
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .join(', ')
  return (req) => {
    throw new ApiError('method_not_allowed', `This path takes ${allowed}, not ${req.method}.`, {
      headers: { Allow: allowed },
    })
  }
}
