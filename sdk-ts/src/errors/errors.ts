import type { ErrorCode } from '../../../generated/client/models.js'
import { messageWith, summaryOf } from './mistakes.js'
import type { ErrorDetail } from '../replies/replies.js'
import { retryAfterSeconds } from './retry-after.js'

/** The error codes of the contract that this version was built from. */
export type KnownCode = ErrorCode

/** The base class of every error that this package throws. */
export class PostsealError extends Error {
  override name = 'PostsealError'
  /** The idempotency key of the failed call. Use it to repeat the call. Reads have none. */
  declare readonly idempotencyKey?: string
  /** The idempotency keys of the items in the failed batch, in item order. */
  declare readonly idempotencyKeys?: readonly string[]
  /** The number of retries before the call failed. Undefined if no request was sent. */
  declare readonly retryCount?: number
}

/** The idempotency keys of a call: one key, the keys of its items, or none. */
export type Keys = Pick<PostsealError, 'idempotencyKey' | 'idempotencyKeys'>

/** Returns the error that a call rejects with after it threw `thrown`. The error has the call's keys. */
export function failureOf(thrown: unknown, keys: Keys): PostsealError {
  const error =
    thrown instanceof PostsealError ? thrown : new PostsealError(String(thrown), { cause: thrown })
  return Object.assign(error, keys)
}

/** The service's reply to a request that failed. */
export interface Refusal {
  status: number
  headers: Headers
  /** The parsed body, or its text if it is not JSON. */
  body: unknown
}

/**
 * The service answered with an error status. Each subclass is for one status. `message` has the service's message and
 * every mistake with its path.
 */
export class APIError extends PostsealError {
  override name = 'APIError'
  /** The HTTP status. */
  readonly status: number
  /** The error code, for programs. Undefined if something in front of the service answered, such as a proxy. */
  readonly code: KnownCode | (string & {}) | undefined
  /** The id of the request in the service's log. Quote it when you ask for help. */
  readonly requestId: string | undefined
  /** The headers of the reply. */
  readonly headers: Headers
  /**
   * The service's message as a sentence that you can show to a person. If there are several mistakes, it covers only
   * the first.
   */
  readonly summary: string
  /** The values that the service refused. Empty if the error is not about the request's form. */
  readonly details: readonly ErrorDetail[]
  /** The seconds that the service asks you to wait before the next attempt. */
  readonly retryAfter: number | undefined
  /**
   * The unchanged reply, including parts that this version does not know: the parsed JSON, or the text if it is not
   * JSON.
   */
  readonly body: unknown

  constructor({ status, headers, body }: Refusal) {
    const error = errorIn(body)
    const said = textOf(error.message) ?? describe(status, headers)
    const details = Array.isArray(error.details) ? (error.details as ErrorDetail[]) : []
    super(messageWith(said, details))
    this.summary = summaryOf(said)
    this.status = status
    this.code = textOf(error.code)
    this.requestId = textOf(error.request_id) ?? headers.get('Request-Id') ?? undefined
    this.headers = headers
    this.details = details
    this.retryAfter = retryAfterSeconds(headers.get('Retry-After'))
    this.body = body
  }
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends APIError {
  override name = 'AuthenticationError'
}

/** 403: the key is valid, but does not have permission for this call. */
export class PermissionDeniedError extends APIError {
  override name = 'PermissionDeniedError'
}

/** 404: the resource does not exist, or this key does not have access to it. */
export class NotFoundError extends APIError {
  override name = 'NotFoundError'
}

/** 409 `idempotency_conflict`: this idempotency key was already used with another body. */
export class IdempotencyConflictError extends APIError {
  override name = 'IdempotencyConflictError'
}

/** 422: the service understood the request and refused it. `details` names the values. */
export class ValidationError extends APIError {
  override name = 'ValidationError'
}

/** 423: sending is halted for this workspace. */
export class SendingHaltedError extends APIError {
  override name = 'SendingHaltedError'
}

/** 429: too many requests. `retryAfter` says how long to wait. */
export class RateLimitError extends APIError {
  override name = 'RateLimitError'
}

/** 500 and above: the service, or something in front of it, failed. */
export class InternalServerError extends APIError {
  override name = 'InternalServerError'
}

/** No usable reply arrived. `cause` is the error from `fetch`. */
export class APIConnectionError extends PostsealError {
  override name = 'APIConnectionError'
}

/**
 * An attempt took longer than `timeout`, or the call longer than its `AbortSignal.timeout()`. The service may or may
 * not have processed the request.
 */
export class APITimeoutError extends APIConnectionError {
  override name = 'APITimeoutError'
}

/** Your `signal` aborted the call. `cause` is the reason. */
export class APIUserAbortError extends PostsealError {
  override name = 'APIUserAbortError'
}

const classOfStatus: Partial<Record<number, typeof APIError>> = {
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  422: ValidationError,
  423: SendingHaltedError,
  429: RateLimitError,
}

/** Returns the error for a reply that is not 2xx. */
export function errorOf(refusal: Refusal): APIError {
  if (refusal.status >= 500) return new InternalServerError(refusal)
  if (refusal.status === 409 && errorIn(refusal.body).code === 'idempotency_conflict') {
    return new IdempotencyConflictError(refusal)
  }
  return new (classOfStatus[refusal.status] ?? APIError)(refusal)
}

function describe(status: number, headers: Headers): string {
  const location = headers.get('Location')
  if (location)
    return `The service answered with a redirect (${status}) to ${location}; set baseURL to where it is.`
  return `The service answered with status ${status} and gave no reason.`
}

// A proxy's body can have any shape, so this function checks each part.
function errorIn(body: unknown): Record<string, unknown> {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
