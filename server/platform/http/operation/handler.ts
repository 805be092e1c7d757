import type { Knex } from 'knex'
import type { OperationTraits } from '../../../../generated/api-operations.js'
import type { operations } from '../../../../generated/api-types.js'
import type { AuditEntry } from '../../audit/entry.js'
import type { Transaction } from '../../db/transaction/transaction.js'
import type { Principal } from '../../auth/principal.js'
import type { ByteStream } from '../body/stream-body.js'
import type { OperationId } from './contract.js'
import type { TakeTurn } from './database-turns.js'
import type { IdempotencyClaim } from '../idempotency/claim.js'

/**
 * A handler, typed by its operation: the contract defines its request and reply, so a missing, stale or wrongly typed
 * handler does not compile.
 */
export type Handler<Op extends OperationId> = (request: HandlerRequest<Op>) => Promise<HandlerReply<Op>>

/**
 * A mutation that shares its transactions with other requests. It claims the request's idempotency key, if there is
 * one, and writes the entry of the audit log in the transaction of its effect.
 */
export interface SharedTransactionHandler<Op extends OperationId> {
  readonly inSharedTransaction: (
    request: Omit<HandlerRequest<Op>, 'tx'> & {
      readonly claim: IdempotencyClaim | undefined
      /** The request's entry in the audit log, to be completed and written with the effect. */
      readonly entry: AuditEntry
    },
  ) => Promise<
    HandlerReply<Op> & {
      readonly replayed?: boolean
      /** The entry, if it could not go with the effect: it is written after the reply. */
      readonly lateEntry?: AuditEntry
    }
  >
}

/**
 * A mutation with something slow to do first, such as asking the DNS: `prepare` does it with no transaction open, and
 * returns the handler that brings the effect about. A request that repeats an idempotency key is not prepared again.
 * If it needs transactions of its own, which may wait for locks, it begins them within `inTurn`.
 */
export interface PreparedHandler<Op extends OperationId> {
  readonly prepare: (
    request: Omit<HandlerRequest<Op>, 'tx'> & { readonly db: Knex; readonly inTurn: TakeTurn },
  ) => Promise<(request: Pick<HandlerRequest<Op> & { tx: Transaction }, 'tx'>) => Promise<HandlerReply<Op>>>
}

/** A POST that reads: nothing is stored, so it takes no idempotency key and needs no transaction. */
export interface ReadingHandler<Op extends OperationId> {
  /**
   * True if the handler waits for a render or for other servers, and so must not keep a turn at the database
   * meanwhile.
   */
  readonly waitsForOthers?: true
  readonly outsideTransaction: (
    request: Omit<HandlerRequest<Op>, 'tx'> & { readonly db: Knex },
  ) => Promise<HandlerReply<Op>>
}

/**
 * One handler for each operation of the contract, no more and no fewer. A body that is read as it arrives
 * takes as long as its sender likes, so no transaction may be open meanwhile.
 */
export type Handlers = {
  readonly [Op in OperationId]: OperationTraits[Op]['mutation'] extends true
    ? BodyOf<operations[Op]> extends ByteStream
      ? PreparedHandler<Op>
      : Handler<Op> | SharedTransactionHandler<Op> | PreparedHandler<Op> | ReadingHandler<Op>
    : Handler<Op>
}

/** The origin of a request. */
export interface RequestOrigin {
  readonly requestId: string
  /** The client's network address, behind the proxies that are trusted. */
  readonly ip: string
  /** The first 200 characters of the header User-Agent. */
  readonly userAgent: string | null
  /**
   * True if the request comes from a page of the console: it has the header `Postseal-Console` and is of the
   * service's own origin. Such a request may be authenticated by a cookie.
   */
  readonly fromConsole: boolean
}

export type HandlerRequest<Op extends OperationId> = {
  readonly origin: RequestOrigin
  /** The caller; null if the contract lets anybody call. Its kinds are those the contract lists. */
  readonly principal: PrincipalOf<OperationTraits[Op]['credentials']>
  readonly path: Parameters<Op>['path']
  readonly query: Parameters<Op>['query']
  readonly body: BodyOf<operations[Op]>
} & (OperationTraits[Op]['mutation'] extends true
  ? {
      /** The transaction of the whole request: its effect and its idempotency key are committed together. */
      readonly tx: Transaction
    }
  : {
      readonly db: Knex
      /**
       * Registers a function to call when the client has disconnected or has closed its side, at once if it has
       * already. It may be called twice.
       */
      readonly onDisconnect: (listener: () => void) => void
      /**
       * Authenticates a request once more that has waited, and returns its present principal.
       *
       * @throws ApiError 401 or 403 if the credential was revoked, or has lost the right
       */
      readonly reauthenticate: () => Promise<PrincipalOf<OperationTraits[Op]['credentials']>>
    }) &
  (MediaOf<Op> extends 'application/json'
    ? unknown
    : {
        /** The media type that the client prefers, JSON if it does not say. */
        readonly accepts: MediaOf<Op>
      })

export type HandlerReply<Op extends OperationId> = OperationReply<Op> | StreamedReply<Op>

/** A reply that is in memory as a whole. */
export interface OperationReply<Op extends OperationId> {
  readonly status: SuccessStatus<Op>
  readonly body: ReplyBody<Op>
  readonly headers?: Readonly<Record<string, string>>
  /**
   * True if the body's `secret` is stored nowhere else: a repetition of the idempotency key gets it for a short time,
   * and null from then on.
   */
  readonly showsSecret?: ReplyBody<Op> extends { readonly secret: string | null } ? true : never
}

/** A reply in another media type than JSON, made while it is sent. */
type StreamedReply<Op extends OperationId> =
  Exclude<MediaOf<Op>, 'application/json'> extends infer Media
    ? [Media] extends [never]
      ? never
      : {
          readonly status: SuccessStatus<Op>
          readonly contentType: Media
          readonly headers?: Readonly<Record<string, string>>
          readonly stream: AsyncIterable<string | Uint8Array>
        }
    : never

/** The media types of an operation's replies; those without content have JSON's. */
type MediaOf<Op extends OperationId> = operations[Op]['responses'][SuccessStatus<Op>] extends {
  content: infer Content
}
  ? keyof Content
  : 'application/json'

type PrincipalOf<Kind> = [Kind] extends [never] ? null : Extract<Principal, { kind: Kind }>

interface Parameters<Op extends OperationId> {
  path: Given<operations[Op]['parameters']['path']>
  query: WithLimit<Given<operations[Op]['parameters']['query']>>
}

/** The type of a part of the request, which is an empty object if the client sent nothing. */
type Given<T> = [T] extends [undefined] ? Record<never, never> : NonNullable<T>

/** A limit has a default in the contract, which the types do not show. */
type WithLimit<T> = T extends { limit?: number } ? T & { limit: number } : T

/** The type of the body; undefined if the operation takes no body, or one that may be left out. */
type BodyOf<O> = O extends { requestBody: JsonContent<infer Body> }
  ? Body
  : O extends { requestBody: { content: Record<string, string> } }
    ? ByteStream
    : O extends { requestBody?: never }
      ? undefined
      : O extends { requestBody?: JsonContent<infer Body> }
        ? Body | undefined
        : undefined

interface JsonContent<Body> {
  content: { 'application/json': Body }
}

type SuccessStatus<Op extends OperationId> = Extract<keyof operations[Op]['responses'], 200 | 201 | 202 | 204>

type ReplyBody<Op extends OperationId> = operations[Op]['responses'][SuccessStatus<Op>] extends {
  content: { 'application/json': infer Body }
}
  ? Body
  : undefined
