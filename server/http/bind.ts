import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import type { Knex } from 'knex'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { AuditEntry } from '../audit/entry.js'
import type { LateEntries } from '../audit/late-entries.js'
import { recordAudit } from '../audit/record.js'
import { inTransaction, type Transaction } from '../db/transaction.js'
import { admitRequest } from './admit.js'
import { entryOf, refusedEntry, succeededEntry } from './audit-entry.js'
import type { Credentials } from './authenticate.js'
import type { BodyMemory } from './body/body-memory.js'
import { largestBody, readBody } from './body/read-body.js'
import { inviteBody, isByteStream, streamBody } from './body/stream-body.js'
import { operationsOf, ownContract, type ContractDocument, type Operation } from './contract.js'
import { deprecationHeaders } from './deprecation.js'
import { asApiError } from './error-replies.js'
import { ApiError } from './errors.js'
import type { Handlers } from './handler.js'
import { claimOf, type IdempotencyClaim } from './idempotency/claim.js'
import { prepareOnce, Idempotency, Uploads } from './idempotency/run-once.js'
import { countItems } from './rate-limit/count-items.js'
import type { RateLimits } from './rate-limit/rate-limits.js'
import { sendReply, type HandlerReply, type WholeReply } from './reply/send-reply.js'
import { contextOf } from './request-context.js'
import { originOf } from './request-origin.js'
import { requestValidator } from './validator.js'
import { refuseIllFormedText } from './well-formed.js'

export interface Binding {
  readonly db: Knex
  readonly credentials: Credentials
  readonly limits: RateLimits
  readonly handlers: Handlers
  /** Bounds the memory that request bodies take. */
  readonly bodies: BodyMemory
  /** Writes to the audit log what has no transaction of its own. */
  readonly audit: Pick<LateEntries, 'add'>
  /** Without the api role a process answers its health checks alone. */
  readonly servesApi: boolean
  /**
   * What is bound where that is not the contract in generated/, as tests do to have an operation that it
   * lacks.
   */
  readonly contract?: ContractDocument
}

/** Handlers as the binder sees them: the contract has made sure of the types by the time one is called. */
type AnyHandler = AnyRead | AnyMutation
type AnyRead = (request: object) => Promise<HandlerReply>
type AnyMutation =
  | AnyRead
  | { readonly inSharedTransaction: (request: object) => Promise<SharedReply> }
  | { readonly outsideTransaction: AnyRead }
  | { readonly prepare: (request: object) => Promise<AnyRead> }

type SharedReply = HandlerReply & { readonly lateEntry?: AuditEntry }

/** What runs mutations under their idempotency keys. */
interface Once {
  readonly idempotency: Idempotency
  readonly uploads: Uploads
}

/**
 * Mounts every operation of the contract. A request passes, in this order: what it accepts, who it is, the
 * rate limits, whether it may, its body, the contract's schema, then the handler.
 */
export async function bindContract(app: Express, binding: Binding): Promise<void> {
  const contract = binding.contract ?? ownContract()
  const idempotency = new Idempotency(binding.db)
  const once = { idempotency, uploads: new Uploads(binding.db, idempotency) }
  const operations = operationsOf(contract).filter(
    (operation) => binding.servesApi || !operation.path.startsWith('/v1/'),
  )
  const validate = requestValidator(contract, operations)

  for (const path of concreteFirst(operations)) {
    const ofPath = operations.filter((operation) => operation.path === path)
    for (const operation of ofPath) {
      app[operation.method](
        expressPath(path),
        ...deprecationHeaders(operation),
        negotiate(operation),
        admitRequest(operation, binding.credentials, binding.limits),
        ...readBody(operation, binding.bodies),
        ...validate(operation),
        ...countItems(operation, binding.limits),
        handle(operation, binding, once),
        recordRefusal(operation, binding),
      )
    }
    app.all(expressPath(path), refuseMethod(ofPath.map(({ method }) => method)))
  }
}

/**
 * The paths, each with its refusals before the next: a concrete path is never taken for one with a variable
 * in its place (OpenAPI 3.1, section 4.8.8.2), whatever the method.
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
    // No cache may keep replies: they hold secrets and people's addresses, and are only true for the moment.
    res.set('Cache-Control', 'no-store')
    if (operation.produces.length > 1) res.vary('Accept')
    if (operation.produces.length > 0 && req.accepts([...operation.produces]) === false) {
      throw new ApiError('not_acceptable', `This operation answers with ${operation.produces.join(' or ')}.`)
    }
    next()
  }
}

function handle(operation: Operation, binding: Binding, once: Once): RequestHandler {
  const handler = binding.handlers[operation.id] as unknown as AnyHandler
  return async (req, res) => {
    const { body: hold } = contextOf(res)
    // When the client disconnects early, the handler still owns the body.
    hold?.use()
    try {
      if (hold?.isLarge === true) await turnOfTheLoop()
      await answer(req, res)
    } finally {
      hold?.letGo()
    }
  }

  async function answer(req: Request, res: Response): Promise<void> {
    refuseIllFormedText(req.query, '/query')
    if (operation.streamsBody) inviteBody(req, res)
    const request = {
      origin: originOf(req, res),
      principal: contextOf(res).principal ?? null,
      path: req.params,
      query: req.query,
      body: operation.streamsBody ? streamBody(req, largestBody) : (req.body as unknown),
      accepts: preferred(req, operation),
    }
    if (operation.method === 'get') {
      const onDisconnect = (listener: () => void) => {
        if (res.destroyed) listener()
        else res.once('close', listener)
      }
      await sendReply(res, await (handler as AnyRead)({ ...request, db: binding.db, onDisconnect }))
      return
    }
    const key = operation.takesIdempotencyKey ? req.headers['idempotency-key'] : undefined
    const { principal, origin } = request
    const claimFor =
      principal === null || typeof key !== 'string'
        ? undefined
        : (body: unknown) => claimOf(principal, operation.id, key, { ...request, body })
    const entry = principal === null ? undefined : entryOf(operation, principal, origin, req.params)
    const reply = await mutate(handler, request, { claimFor, entry }, binding, once)
    contextOf(res).committed = true
    await sendReply(res, reply)
  }
}

/** The media type that Accept prefers; the contract's first where it has no preference. */
function preferred(req: Request, { produces }: Operation): string | undefined {
  return produces.length > 1 ? req.accepts([...produces]) || undefined : produces[0]
}

/** What goes with a mutation: nothing of it where nobody is authenticated. */
interface Companions {
  readonly claimFor: ((body: unknown) => IdempotencyClaim) | undefined
  readonly entry: AuditEntry | undefined
}

async function mutate(
  handler: AnyMutation,
  request: { readonly body: unknown },
  { claimFor, entry }: Companions,
  { db, audit }: Binding,
  once: Once,
): Promise<HandlerReply> {
  const { body } = request
  if ('inSharedTransaction' in handler) {
    const reply = await handler.inSharedTransaction({ ...request, claim: claimFor?.(body), entry })
    if (reply.lateEntry !== undefined) audit.add(reply.lateEntry)
    return reply
  }
  if ('outsideTransaction' in handler) return handler.outsideTransaction({ ...request, db })
  if (claimFor === undefined) {
    const effect = 'prepare' in handler ? await handler.prepare({ ...request, db }) : handler
    return inTransaction(db, (tx) => recorded(effect, { ...request, tx }, entry))
  }
  if ('prepare' in handler && isByteStream(body)) {
    const { reply, replayed } = await once.uploads.run(claimFor, body, async (read) => {
      const effect = await handler.prepare({ ...request, body: read, db })
      return (tx) => recorded(effect, { tx }, entry)
    })
    return { ...reply, replayed }
  }
  const claim = claimFor(body)
  const prepared =
    'prepare' in handler
      ? await prepareOnce(db, claim, () => handler.prepare({ ...request, db }))
      : { effect: handler }
  if ('kept' in prepared) return { ...prepared.kept, replayed: true }
  const { reply, replayed } = await once.idempotency.run(claim, (tx) =>
    recorded(prepared.effect, { ...request, tx }, entry),
  )
  return { ...reply, replayed }
}

/** Brings an effect about, and writes its entry in the same transaction. */
async function recorded(
  effect: AnyRead,
  request: { readonly tx: Transaction },
  entry: AuditEntry | undefined,
): Promise<WholeReply> {
  const reply = (await effect(request)) as WholeReply
  if (entry !== undefined) await recordAudit(request.tx.sql, [succeededEntry(entry, reply)])
  return reply
}

/** Has an entry written for each mutation that was refused or that failed, but for those above a rate limit. */
function recordRefusal(operation: Operation, { audit, handlers }: Binding): ErrorRequestHandler {
  const handler = handlers[operation.id] as unknown as AnyHandler
  const mayChange = () => operation.method !== 'get' && !('outsideTransaction' in handler)
  return (error: unknown, req, res, next) => {
    const { principal, committed } = contextOf(res)
    const { status, code } = asApiError(error)
    if (principal !== undefined && committed !== true && status !== 429 && mayChange()) {
      const entry = entryOf(operation, principal, originOf(req, res), req.params)
      audit.add(refusedEntry(entry, status, code))
    }
    next(error)
  }
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
