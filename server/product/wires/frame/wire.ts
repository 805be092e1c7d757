import type { Request } from 'express'
import type { WireName } from '../../../platform/config/wires.js'
import type { Uuid } from '../../../platform/db/ids.js'
import type { Principal } from '../../../platform/auth/principal.js'
import type { ApiError } from '../../../platform/http/errors/api-error.js'
import type { CallOperation } from '../../../platform/http/operation/call.js'
import type { OperationId } from '../../../platform/http/operation/contract.js'
import type { ShapedError } from '../../../platform/http/operation/request-context.js'

/**
 * A wire speaks the API of another service: it reads that service's requests, has this service's own operations
 * performed, and answers in the other service's shape. A wire stores nothing and has no rules of its own.
 */
export type Wire = WireWithKeys | WireWithSignatures

/** A wire whose requests have an API key. */
interface WireWithKeys extends AnyWire {
  /**
   * Returns the API key that a request has, as an Authorization header of this service; undefined if it has none.
   */
  readonly authorizationOf: (req: Request) => string | undefined
}

/** A wire whose requests are signed with a secret that the service derives from the id of an API key. */
export interface WireWithSignatures extends AnyWire {
  /**
   * Reads the signature of a request, before its body.
   *
   * @throws ApiError 401 if there is none that could be valid
   */
  readonly signatureOf: (req: Request) => WireSignature
}

export interface WireSignature {
  readonly keyId: Uuid
  /** Identifies what was signed: a repetition of the request has the same. It is the request's idempotency key. */
  readonly idempotencyKey: string
  /**
   * Verifies the signature over the body.
   *
   * @param secrets the secrets that it may be made with
   * @throws ApiError 401
   */
  readonly verify: (secrets: readonly string[], body: Uint8Array) => void
}

interface AnyWire {
  readonly name: WireName
  /** True if the other service takes paths and names of parameters in any case. */
  readonly anyCase?: boolean
  /** Shapes an error as the other service does. */
  readonly shapeError: (error: ApiError) => ShapedError
  /** The operations that the wire answers, by their ids in its contract. */
  readonly operations: Readonly<Record<string, AnyWireOperation>>
}

/** A request to a wire, valid by the wire's contract. */
export interface WireRequest<Path, Query, Body> {
  readonly path: Path
  readonly query: Query
  readonly body: Body
  readonly headers: Request['headers']
  readonly principal: Principal
  /** Address of the wire: `http://localhost:4000/compat/mailgun`. */
  readonly base: string
  /** The request's idempotency key, if it has one. */
  readonly idempotencyKey: string | undefined
}

export interface WireReply<Status extends number = number, Body = unknown> {
  readonly status: Status
  /** Undefined for a reply without a body. */
  readonly body: Body
  readonly headers?: Readonly<Record<string, string>>
}

/** The service as an operation of a wire sees it. */
export interface WireService<Allowed extends OperationId = OperationId> {
  /** Calls an operation that the wire's contract names in `x-calls`. */
  readonly call: CallOperation<Allowed>
  /**
   * Returns the id of the project that the request is for: that of its project key or, with a workspace key, the only
   * live project that the workspace has, or its only test project if it has no live one.
   *
   * @throws ApiError 422 `validation_failed` if the workspace has more than one such project, or none
   */
  readonly projectId: () => Promise<string>
}

export type AnyWireOperation = (
  request: WireRequest<never, never, never>,
  service: WireService<never>,
) => Promise<WireReply>

/** The operations of a wire, typed by what is generated from its contract. */
export type WireOperations<Operations, Calls extends { readonly [Op in keyof Calls]: OperationId }> = {
  readonly [Op in keyof Calls & keyof Operations]: (
    request: WireRequest<PathOf<Operations[Op]>, QueryOf<Operations[Op]>, BodyOf<Operations[Op]>>,
    service: WireService<Calls[Op]>,
  ) => Promise<ReplyOf<Operations[Op]>>
}

type Given<T> = [T] extends [undefined] ? Record<never, never> : NonNullable<T>
type PathOf<O> = O extends { parameters: { path: infer P } } ? P : Record<never, never>
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? Given<Q> : Record<never, never>
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : O extends { requestBody: { content: { 'multipart/form-data': infer B } } }
    ? B
    : O extends { requestBody?: { content: { 'application/json': infer B } } }
      ? B | undefined
      : undefined
type ReplyOf<O> = O extends { responses: infer R }
  ? {
      [S in keyof R & Success]: R[S] extends { content: { 'application/json': infer B } }
        ? WireReply<S, B>
        : WireReply<S, undefined>
    }[keyof R & Success]
  : never
type Success = 200 | 201 | 202 | 204
