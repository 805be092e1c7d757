import type { ApiError, ErrorCode } from '../../../platform/http/errors/api-error.js'
import type { ShapedError } from '../../../platform/http/operation/request-context.js'
import { postmarkCodeOf } from './codes.js'

type Shape = readonly [status: number, code: number]

/** Postmark's code for a request with fields that it does not take. */
const invalidFields = 403
/** Postmark's code for a mistake in an email. */
const invalidEmail = 300

/** The status and code that Postmark has for the kind of an error. Packages tell most errors apart by the status. */
const shapes: Partial<Record<ErrorCode, Shape>> = {
  missing_credentials: [401, 10],
  invalid_credentials: [401, 10],
  expired_credentials: [401, 10],
  insufficient_scope: [401, 10],
  wrong_credential_kind: [401, 10],
  project_not_allowed: [401, 10],
  environment_not_allowed: [401, 10],
  ip_not_allowed: [401, 10],
  sender_not_allowed: [422, 400],
  sender_domain_not_verified: [422, 400],
  sender_at_mailbox_provider: [422, 400],
  malformed_request: [422, 402],
  unsupported_media_type: [422, 409],
  quota_exceeded: [422, 405],
  sending_halted: [422, 413],
  recipient_suppressed: [422, 406],
  recipient_complained: [422, 406],
  address_suppressed: [422, 406],
  payload_too_large: [413, invalidEmail],
  idempotency_conflict: [409, invalidEmail],
  idempotency_in_progress: [409, invalidEmail],
  template_not_found: [422, 1101],
  template_not_published: [422, 1101],
  template_render_failed: [422, invalidEmail],
  schedule_out_of_range: [422, invalidEmail],
  rate_limited: [429, 429],
  internal_error: [500, 500],
  unavailable: [503, 100],
}

/** The first steps of places in an email, or in a batch of them. */
const inEmail =
  /^\/body(\/(From|To|Cc|Bcc|ReplyTo|Subject|HtmlBody|TextBody|Tag|Metadata|Headers|Attachments|TrackOpens|TrackLinks|MessageStream|TemplateId|TemplateAlias|TemplateModel|Messages|\d+)(\/|$)|$)/

/** Shapes an error as Postmark does, so that its packages raise what applications catch. */
export function shapeError(error: ApiError): ShapedError {
  const [status, ErrorCode] = shapeOf(error)
  // Postmark's errors have no details, so the sentence names one mistake and promises no more.
  const Message = error.message.replace(/ `details` names [^`]*$/, '')
  return { status, body: { ErrorCode, Message } }
}

function shapeOf(error: ApiError): Shape {
  const own = postmarkCodeOf(error)
  if (own !== undefined) return [422, own]
  const known = shapes[error.code]
  if (known !== undefined) return known
  if (error.code !== 'validation_failed') return [error.status, invalidFields]
  const [first] = error.details ?? []
  if (first?.path === '/body' && first.code === 'maxItems') return [422, 410]
  return [422, first !== undefined && inEmail.test(first.path) ? invalidEmail : invalidFields]
}
