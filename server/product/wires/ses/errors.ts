import { ApiError, type ErrorCode } from '../../../platform/http/errors/api-error.js'
import type { ShapedError } from '../../../platform/http/operation/request-context.js'

type Shape = readonly [status: number, exception: string]

/** An error of a signature, which AWS has several names for. */
export class SignatureError extends ApiError {
  constructor(
    readonly exception:
      | 'MissingAuthenticationTokenException'
      | 'IncompleteSignatureException'
      | 'UnrecognizedClientException'
      | 'InvalidSignatureException'
      | 'RequestExpired',
    message: string,
  ) {
    super('invalid_credentials', message)
  }
}

/** The status and the name that SES has for the kind of an error; other errors are a `BadRequestException`. */
const shapes: Partial<Record<ErrorCode, Shape>> = {
  missing_credentials: [403, 'MissingAuthenticationTokenException'],
  // The signature names a key that does not exist, or was revoked.
  invalid_credentials: [403, 'UnrecognizedClientException'],
  expired_credentials: [403, 'UnrecognizedClientException'],
  insufficient_scope: [403, 'AccessDeniedException'],
  wrong_credential_kind: [403, 'AccessDeniedException'],
  project_not_allowed: [403, 'AccessDeniedException'],
  environment_not_allowed: [403, 'AccessDeniedException'],
  ip_not_allowed: [403, 'AccessDeniedException'],
  sender_not_allowed: [403, 'AccessDeniedException'],
  not_found: [404, 'NotFoundException'],
  template_not_found: [404, 'NotFoundException'],
  // Each call of SES that the service refuses has its path; SES has no name for it.
  method_not_allowed: [400, 'BadRequestException'],
  idempotency_conflict: [409, 'ConflictException'],
  idempotency_in_progress: [409, 'ConcurrentModificationException'],
  invalid_state: [409, 'ConflictException'],
  payload_too_large: [413, 'BadRequestException'],
  recipient_suppressed: [400, 'MessageRejected'],
  recipient_complained: [400, 'MessageRejected'],
  sender_domain_not_verified: [400, 'MailFromDomainNotVerifiedException'],
  sender_at_mailbox_provider: [400, 'MailFromDomainNotVerifiedException'],
  template_not_published: [400, 'MessageRejected'],
  template_render_failed: [400, 'MessageRejected'],
  sending_halted: [400, 'SendingPausedException'],
  quota_exceeded: [400, 'LimitExceededException'],
  rate_limited: [429, 'TooManyRequestsException'],
  internal_error: [500, 'InternalServiceErrorException'],
  unavailable: [503, 'ServiceUnavailableException'],
}

/** Shapes an error as SES does: its packages raise an exception with the name in the header. */
export function shapeError(error: ApiError): ShapedError {
  const [status, exception] = shapeOf(error)
  // Errors of SES have no details, so the sentence names one mistake and promises no more.
  const message = error.message.replace(/ `details` names [^`]*$/, '')
  return {
    status,
    body: { __type: exception, message },
    headers: { 'x-amzn-ErrorType': exception },
  }
}

function shapeOf(error: ApiError): Shape {
  if (error instanceof SignatureError) return [403, error.exception]
  if (error instanceof AlreadyExists) return [400, 'AlreadyExistsException']
  return shapes[error.code] ?? [400, 'BadRequestException']
}

/** An error for a thing whose name is taken. */
export class AlreadyExists extends ApiError {
  constructor(message: string) {
    super('invalid_state', message)
  }
}
