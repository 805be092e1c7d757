import type { Response } from 'express'
import type { Logger } from 'pino'
import { newUuid, toTypeId } from '../../db/ids.js'
import type { WorkspaceId } from '../../db/ids.js'
import type { Principal } from '../../auth/principal.js'
import type { BodyReservation } from '../body/body-memory.js'
import type { OperationId } from './contract.js'
import type { ApiError } from '../errors/api-error.js'
import type { HttpMetrics } from '../metrics.js'
import type { Step } from './step.js'

/** The data that a request gathers on its way, kept in `res.locals`. */
export interface RequestContext {
  requestId: string
  /** The workspace whose own host the request is for. Such a host has only the links of the workspace's mail. */
  hostWorkspace?: WorkspaceId
  operation?: OperationId
  principal?: Principal
  /** The query, as the contract has it; undefined until the request is valid. */
  query?: object
  errorCode?: string
  /** True if the request comes from a page of the console, so that a cookie can authenticate it. */
  fromConsole?: boolean
  replayed?: boolean
  /** True if a mutation has been committed, so that a later failure is not the mutation's. */
  committed?: boolean
  /** The memory that the request's body holds; undefined until the body is read. */
  body?: BodyReservation
  /** The service calls this once a mutation has succeeded, before it sends the reply. */
  onSuccess?: () => Promise<void>
  /** The wire that the request came by and, once known, its operation: `resend.sendEmail`. */
  wire?: string
  /** The idempotency key that a signed request has by its signature. */
  signedOnce?: string
  /** Shapes errors as the service does whose API a wire speaks; undefined for errors in the contract's shape. */
  shapeError?: (error: ApiError) => ShapedError
  /** True if nobody wants the reply's body. */
  headOnly?: boolean
}

/** An error in the shape of another service's API. */
export interface ShapedError {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

export function contextOf(res: Response): RequestContext {
  return res.locals as RequestContext
}

/**
 * Gives a request its id, and logs and counts it when it is over: one line, with no header, no query and no
 * body in it, since any of them may hold a secret or an address.
 */
export function requestContext(log: Logger, metrics: HttpMetrics): Step {
  return (req, res) => {
    const context = contextOf(res)
    context.requestId = toTypeId('req', newUuid())
    res.setHeader('Request-Id', context.requestId)
    // Whatever the reply is, a browser is not to take it for a page or a script.
    res.setHeader('X-Content-Type-Options', 'nosniff')
    // The parts of the server listen to its end, and a pipeline adds some listeners. Node takes more than ten for a
    // leak and warns on standard error.
    res.setMaxListeners(20)
    // Routers change the request's path while they have it.
    const { method, path } = req
    const start = performance.now()
    res.once('close', () => {
      const ms = performance.now() - start
      const operation = context.operation ?? context.wire
      metrics.observe(operation ?? 'none', res.statusCode, ms / 1000)
      log.info(
        {
          request_id: context.requestId,
          method,
          operation,
          path: operation === undefined ? loggedPath(path) : undefined,
          status: res.statusCode,
          code: context.errorCode,
          replayed: context.replayed,
          aborted: res.writableFinished ? undefined : true,
          ms: Math.round(ms * 10) / 10,
          ...callerOf(context.principal),
        },
        'request',
      )
    })
  }
}

/**
 * Returns a path as it may be logged. Any part of it that is longer than an id is left out: it may be the signed
 * token of a person's link, which is as good as a credential.
 */
function loggedPath(path: string): string {
  return path.replace(/[^/]{40,}/g, '…').slice(0, 200)
}

/** The names of principals in the log. A key's principal is remembered for some seconds, with these. */
const callers = new WeakMap<Principal, Readonly<Record<string, string>>>()

export function callerOf(principal: Principal | undefined): Readonly<Record<string, string>> {
  if (principal === undefined) return {}
  const known = callers.get(principal)
  if (known !== undefined) return known
  const caller = namesOf(principal)
  callers.set(principal, caller)
  return caller
}

function namesOf(principal: Principal): Readonly<Record<string, string>> {
  const workspace = { workspace_id: toTypeId('ws', principal.workspaceId) }
  return principal.kind === 'workspaceSession'
    ? { ...workspace, user_id: toTypeId('usr', principal.userId) }
    : { ...workspace, key_id: toTypeId('key', principal.keyId) }
}
