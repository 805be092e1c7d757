import type { components } from '../../../../generated/api-types.js'
import { withRule, type ErrorDetail, type RuleCode, type ToldDetail } from './rules.js'
import { sentenceOf } from '../validation/sentence.js'

export type { ErrorDetail } from './rules.js'
export type ErrorCode = components['schemas']['ErrorCode']

/** The status of each code. A code has one status; the contract lists both. */
const statuses = {
  malformed_request: 400,
  missing_credentials: 401,
  invalid_credentials: 401,
  expired_credentials: 401,
  invalid_sign_in_link: 401,
  invalid_authorization: 401,
  sign_in_not_allowed: 403,
  invalid_passkey: 401,
  insufficient_scope: 403,
  wrong_credential_kind: 403,
  project_not_allowed: 403,
  environment_not_allowed: 403,
  ip_not_allowed: 403,
  sender_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  invalid_state: 409,
  webhook_exists_similarly: 409,
  recipient_suppressed: 409,
  recipient_complained: 409,
  address_suppressed: 409,
  content_gone: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  validation_failed: 422,
  sender_domain_not_verified: 422,
  sender_at_mailbox_provider: 422,
  schedule_out_of_range: 422,
  template_not_found: 404,
  template_not_published: 422,
  template_render_failed: 422,
  segment_too_costly: 422,
  sending_halted: 423,
  rate_limited: 429,
  quota_exceeded: 429,
  internal_error: 500,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>

/** Returns the HTTP status of the replies with a code. */
export function statusOf(code: ErrorCode): number {
  return statuses[code]
}

/** The codes of requests that may succeed a little later. Their replies say when, in `Retry-After`. */
type RetryableCode = 'idempotency_in_progress' | 'rate_limited' | 'quota_exceeded' | 'unavailable'

interface ApiErrorOptions {
  readonly details?: readonly ErrorDetail[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}
interface RetryableErrorOptions extends ApiErrorOptions {
  /** The value of `Retry-After` (RFC 9110, section 10.2.3), in whole seconds. */
  readonly retryAfter: number
}

/** A failure that the caller learns of. Any other error is answered with 500 and no internals. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly details: readonly ToldDetail[] | undefined
  readonly headers: Readonly<Record<string, string>>

  /**
   * @param code the stable code, which decides the status
   * @param message one or two sentences for the person who reads it
   */
  constructor(code: RetryableCode, message: string, options: RetryableErrorOptions)
  constructor(code: Exclude<ErrorCode, RetryableCode>, message: string, options?: ApiErrorOptions)
  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ApiErrorOptions & { readonly retryAfter?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = statuses[code]
    this.details = options.details?.map(withRule)
    this.headers = {
      ...options.headers,
      ...(options.retryAfter !== undefined && { 'Retry-After': String(options.retryAfter) }),
    }
  }
}

/**
 * Makes a 503 for a request that has waited for too long for work of its kind.
 *
 * @param tooMuch the sentence that says which work there is too much of
 */
export function tooBusy(tooMuch: string): ApiError {
  return new ApiError('unavailable', `${tooMuch} Try again shortly.`, { retryAfter: 1 })
}

/** Makes a 422 for an invalid request. Its message names the first mistake. */
export function validationFailed(details: readonly ErrorDetail[]): ApiError {
  return new ApiError('validation_failed', sentenceOf(details), { details })
}

/**
 * Makes a 422 for one value that the contract's schema alone cannot refuse.
 *
 * @param message the rest of a sentence whose subject is the value at `path`, such as `is required`
 */
export function refusedValue(path: string, code: RuleCode, message: string): ApiError {
  return validationFailed([{ path, code, message }])
}
