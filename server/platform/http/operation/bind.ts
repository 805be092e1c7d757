import type { Request, RequestHandler, Response } from 'express'
import type { Knex } from 'knex'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { LateEntries } from '../../audit/late-entries.js'
import type { Sealer } from '../../auth/sealed.js'
import { isUnavailable } from '../../db/connection/unavailable.js'
import { failSpan, serveTraced } from '../../tracing/tracing.js'
import { admitRequest, authenticatePermitted } from '../access/admit.js'
import { entryOf, refusedEntry } from './audit-entry.js'
import type { Credentials } from '../access/authenticate.js'
import type { BodyMemory } from '../body/body-memory.js'
import { largestBody, readBody } from '../body/read-body.js'
import { slowBody } from '../body/slow-body.js'
import { inviteBody, streamBody } from '../body/stream-body.js'
import type { ContractDocument } from '../../../../base/contract/document.js'
import { aliasesOf, operationsOf, ownContract, type Operation } from './contract.js'
import { inDatabaseTurn, turnOwner, type TakeTurn } from './database-turns.js'
import { deprecationHeaders, negotiate, preferred } from '../reply/begin-reply.js'
import { asApiError, Paced } from '../errors/error-replies.js'
import { ApiError } from '../errors/api-error.js'
import { onceClientLeaves } from '../connection/half-closed.js'
import type { Handlers } from './handler.js'
import { claimOf } from '../idempotency/claim.js'
import { mutate, type AnyHandler, type AnyRead, type Once } from '../idempotency/mutate.js'
import { Idempotency, Uploads } from '../idempotency/run-once.js'
import { pathHint, shownPath } from '../pages/not-found.js'
import { PathTable } from './path-table.js'
import { countItems } from '../rate-limit/charge.js'
import type { RateLimits } from '../rate-limit/rate-limits.js'
import { sendReply } from '../reply/send-reply.js'
import { contextOf } from './request-context.js'
import { originOf } from '../connection/request-head.js'
import type { Step } from './step.js'
import { requestValidator } from '../validation/validator.js'
import { refuseIllFormedText } from '../validation/well-formed.js'

export interface Binding {
  readonly db: Knex
  readonly credentials: Credentials
  readonly limits: RateLimits
  readonly handlers: Handlers
  /** Seals the secrets of replies that are kept for idempotency keys. */
  readonly replySealer: Sealer
  /** Bounds the memory that request bodies take. */
  readonly bodies: BodyMemory
  /** Writes audit entries that have no transaction of their own. */
  readonly audit: Pick<LateEntries, 'add'>
  /** True if the process has the role `api`. Without it, none of the contract's operations is served. */
  readonly servesApi: boolean
  /** The contract in place of that in generated/, for tests that need an operation that it lacks. */
  readonly contract?: ContractDocument
}

/** An operation in the form in which it is served. */
interface Served {
  /** The method and the template of the path, as traces name it. */
  readonly name: string
  readonly route: string
  readonly steps: readonly Step[]
  /** Called with the error of a step, before the reply. */
  readonly refused: (error: unknown, req: Request, res: Response) => void
}

/**
 * Serves every operation of the contract, and passes on requests for other paths. A request passes, in this order:
 * the media types that it accepts, its authentication, the rate limits, its authorization, its body, the contract's
 * schema, then the handler.
 *
 * The operation is looked up in a table. As routes of Express, each would be tried in turn at each request.
 */
export function contractRoutes(binding: Binding): RequestHandler {
  const contract = binding.contract ?? ownContract()
  const idempotency = new Idempotency(binding.db, binding.replySealer)
  const once = { idempotency, uploads: new Uploads(binding.db, idempotency) }
  const operations = binding.servesApi ? [...operationsOf(contract), ...aliasesOf(contract)] : []
  const validate = requestValidator(contract, operations)
  const refusals = new Paced()
  const table = new PathTable<Map<string, Served>>()
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const ofPath = new Map<string, Served>()
    for (const operation of operations) {
      if (operation.path !== path) continue
      const steps = [
        ...deprecationHeaders(operation),
        negotiate(operation),
        admitRequest(operation, binding.credentials, binding.limits),
        ...readBody(operation, binding.bodies),
        validate(operation),
        ...countItems(operation, binding.limits),
        handle(operation, binding, once),
      ]
      const name = `${operation.method.toUpperCase()} ${path}`
      const served = { name, route: path, steps, refused: recordRefusal(operation, binding) }
      ofPath.set(operation.method.toUpperCase(), served)
      if (operation.method === 'get') ofPath.set('HEAD', served)
    }
    table.add(path, ofPath)
  }
  return (req, res, next) => {
    const found = table.find(req.path)
    if (found === undefined) return next()
    const served = found.value.get(req.method)
    if (served === undefined) throw methodNotAllowed(req, [...found.value.keys()])
    req.params = found.params
    traced(served, req, res).catch((error: unknown) => {
      if (isUnavailable(error)) refusals.add(() => next(error))
      else next(error)
    })
  }
}

/**
 * Serves a request as a span of the caller's trace. The span does not have the path, which can have an address in it.
 */
function traced(served: Served, req: Request, res: Response): Promise<void> {
  const { traceparent } = req.headers
  const caller = typeof traceparent === 'string' ? traceparent : undefined
  const attributes = () => ({
    'http.request.method': req.method,
    'http.route': served.route,
    'url.scheme': req.protocol,
    'postseal.request_id': contextOf(res).requestId,
  })
  return serveTraced(caller, served.name, attributes, (span) => {
    if (span !== undefined)
      res.once('close', () => {
        span.setAttribute('http.response.status_code', res.statusCode)
        if (res.statusCode >= 500) failSpan(span, contextOf(res).errorCode ?? String(res.statusCode))
        span.end()
      })
    return serve(served, req, res)
  })
}

async function serve({ steps, refused }: Served, req: Request, res: Response): Promise<void> {
  try {
    for (const step of steps) {
      const pending = step(req, res)
      if (pending !== undefined) await pending
    }
  } catch (error) {
    refused(error, req, res)
    throw error
  } finally {
    // Not when the reply is sent: behind another one on its connection it may wait for long. And where the client has
    // gone, the body is in use until here.
    const { body } = contextOf(res)
    if (body !== undefined) req.body = undefined
    body?.letGo()
  }
}

function handle(operation: Operation, binding: Binding, once: Once): Step {
  const handler = binding.handlers[operation.id] as unknown as AnyHandler
  return async (req, res) => {
    if (contextOf(res).body?.isLarge === true) await turnOfTheLoop()
    await answer(req, res)
  }

  async function answer(req: Request, res: Response): Promise<void> {
    const context = contextOf(res)
    const { principal = null, query = {} } = context
    refuseIllFormedText(query, '/query')
    if (operation.streamsBody) inviteBody(req, res)
    const origin = originOf(req, res)
    const owner = turnOwner(req, res)
    const inTurn: TakeTurn = (work) => inDatabaseTurn(binding.db, owner, work)
    const request = {
      origin,
      principal,
      path: req.params,
      query,
      body: operation.streamsBody
        ? slowBody(req, streamBody(req, operation.maxBytes ?? largestBody))
        : (req.body as unknown),
      accepts: preferred(req, operation),
    }
    if (operation.method === 'get') {
      const onDisconnect = (listener: () => void) => onceClientLeaves(res, listener)
      const reauthenticate = () => authenticatePermitted(operation, binding.credentials, req)
      const read = { ...request, db: binding.db, onDisconnect, reauthenticate }
      const work = () => (handler as AnyRead)(read)
      // A request that follows events holds no connection while it waits, and has limits of its own.
      const reply = operation.id === 'followEvents' ? await work() : await inTurn(work)
      await sendReply(res, reply, inTurn)
      return
    }
    const key = operation.takesIdempotencyKey ? req.headers['idempotency-key'] : undefined
    const claimFor =
      principal === null || typeof key !== 'string'
        ? undefined
        : (body: unknown) => claimOf(principal, operation.id, key, { ...request, body })
    const entry = principal === null ? undefined : entryOf(operation, principal, origin, req.params)
    const reply = await mutate(handler, { ...request, inTurn }, { claimFor, entry, once }, binding)
    context.committed = true
    await context.onSuccess?.()
    await sendReply(res, reply, inTurn)
  }
}

/**
 * Returns a function that has an entry written for each mutation that was refused or that failed, except those above
 * a rate limit.
 */
function recordRefusal(operation: Operation, { audit, handlers }: Binding): Served['refused'] {
  const handler = handlers[operation.id] as unknown as AnyHandler
  const mayChange = () => operation.method !== 'get' && !('outsideTransaction' in handler)
  return (error, req, res) => {
    const { principal, committed } = contextOf(res)
    if (principal === undefined || committed === true || !mayChange()) return
    const { status, code } = asApiError(error)
    if (status === 429) return
    const entry = entryOf(operation, principal, originOf(req, res), req.params)
    audit.add(refusedEntry(entry, status, code))
  }
}

/** Answers every method that a path does not have. */
export function refuseMethod(methods: readonly string[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  return (req) => {
    throw methodNotAllowed(req, allowed)
  }
}

function methodNotAllowed(req: Request, allowed: readonly string[]): ApiError {
  const list = allowed.join(', ')
  const message = `${shownPath(req)} takes ${list}, not ${req.method}.${pathHint(req)}`
  return new ApiError('method_not_allowed', message, { headers: { Allow: list } })
}
