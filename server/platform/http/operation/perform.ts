import type { Request, Response } from 'express'
import type { Knex } from 'knex'
import type { LateEntries } from '../../audit/late-entries.js'
import type { Sealer } from '../../auth/sealed.js'
import type { Principal } from '../../auth/principal.js'
import { authenticatePermitted } from '../access/admit.js'
import type { Credentials } from '../access/authenticate.js'
import { onceClientLeaves } from '../connection/half-closed.js'
import { originOf } from '../connection/request-head.js'
import { asApiError } from '../errors/error-replies.js'
import { claimOf } from '../idempotency/claim.js'
import { mutate, type AnyHandler, type AnyRead } from '../idempotency/mutate.js'
import { Idempotency, Uploads } from '../idempotency/run-once.js'
import type { HandlerReply } from '../reply/send-reply.js'
import { entryOf, refusedEntry } from './audit-entry.js'
import type { Operation } from './contract.js'
import { inDatabaseTurn, turnOwner, type TakeTurn } from './database-turns.js'
import type { Handlers } from './handler.js'
import { contextOf } from './request-context.js'

export interface Performing {
  readonly db: Knex
  readonly credentials: Credentials
  readonly handlers: Handlers
  /** Seals the secrets of replies that are kept for idempotency keys. */
  readonly replySealer: Sealer
  /** Writes audit entries that have no transaction of their own. */
  readonly audit: Pick<LateEntries, 'add'>
}

/** A request to an operation, admitted and valid. */
export interface AdmittedRequest {
  readonly principal: Principal | null
  readonly path: Readonly<Record<string, string>>
  readonly query: object
  readonly body: unknown
  /** The media type that the client prefers. */
  readonly accepts: string | undefined
  readonly idempotencyKey: string | undefined
  /**
   * The client's own body, if `body` was made from it: a repetition of an idempotency key must have the same one.
   */
  readonly givenBody?: unknown
}

/** Performs operations: through their handlers, once for each idempotency key, with entries in the audit log. */
export interface Performer {
  readonly db: Knex
  /**
   * Performs an operation.
   *
   * @param req the HTTP request that it is performed for
   * @throws ApiError as the operation's handler does
   */
  perform(operation: Operation, request: AdmittedRequest, req: Request, res: Response): Promise<HandlerReply>
  /**
   * Has an entry written for a mutation that was refused or that failed, except those above a rate limit.
   *
   * @param path the variables of the operation's path
   */
  recordRefusal(operation: Operation, error: unknown, path: AdmittedRequest['path'], res: Response): void
}

export function performer(binding: Performing): Performer {
  const { db, credentials, handlers, audit } = binding
  const idempotency = new Idempotency(db, binding.replySealer)
  const once = { idempotency, uploads: new Uploads(db, idempotency) }
  const handlerOf = ({ id }: Operation) => handlers[id] as unknown as AnyHandler

  return {
    db,

    async perform(operation, { principal, idempotencyKey: key, givenBody, ...given }, req, res) {
      const handler = handlerOf(operation)
      const origin = originOf(req, res)
      const owner = turnOwner(req, res)
      const inTurn: TakeTurn = (work) => inDatabaseTurn(db, owner, work)
      const request = { origin, principal, ...given }
      if (operation.method === 'get') {
        const onDisconnect = (listener: () => void) => onceClientLeaves(res, listener)
        const reauthenticate = () => authenticatePermitted(operation, credentials, req)
        const read = { ...request, db, onDisconnect, reauthenticate }
        const work = () => (handler as AnyRead)(read)
        // A request that follows events holds no connection while it waits, and has limits of its own.
        return operation.id === 'followEvents' ? work() : inTurn(work)
      }
      const claimFor =
        principal === null || key === undefined || !operation.takesIdempotencyKey
          ? undefined
          : (body: unknown) => claimOf(principal, operation.id, key, { ...request, body: givenBody ?? body })
      const entry = principal === null ? undefined : entryOf(operation, principal, origin, given.path)
      return mutate(handler, { ...request, inTurn }, { claimFor, entry, once }, binding)
    },

    recordRefusal(operation, error, path, res) {
      const { principal, committed } = contextOf(res)
      if (principal === undefined || committed === true) return
      if (operation.method === 'get' || 'outsideTransaction' in handlerOf(operation)) return
      const { status, code } = asApiError(error)
      if (status === 429) return
      const entry = entryOf(operation, principal, originOf(res.req, res), path)
      audit.add(refusedEntry(entry, status, code))
    },
  }
}
