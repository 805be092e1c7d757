import type { components } from '../../../../generated/wires/sendgrid.js'
import type { ApiError, ErrorCode } from '../../../platform/http/errors/api-error.js'
import { sentenceOf } from '../../../platform/http/validation/sentence.js'
import type { ShapedError } from '../../../platform/http/operation/request-context.js'

type ErrorBody = components['schemas']['ErrorBody']

/** The statuses that SendGrid has for kinds of errors, where they differ from those of this service. */
const statuses: Partial<Record<ErrorCode, number>> = {
  invalid_credentials: 401,
  expired_credentials: 401,
  insufficient_scope: 403,
  wrong_credential_kind: 403,
  // SendGrid answers 403 for a sender that is not verified.
  sender_domain_not_verified: 403,
  sender_at_mailbox_provider: 403,
  sending_halted: 403,
  // SendGrid calls a template that is not there a mistake in the request.
  template_not_found: 400,
}

/** The fields of a message that errors without details are about. */
const fields: Partial<Record<ErrorCode, string>> = {
  sender_domain_not_verified: 'from',
  sender_at_mailbox_provider: 'from',
  template_not_found: 'template_id',
  template_not_published: 'template_id',
  template_render_failed: 'template_id',
}

/** Shapes an error as SendGrid does, with one entry for each mistake in the request. */
export function shapeError(error: ApiError): ShapedError {
  const { code, status, message, details = [] } = error
  const mistakes = code === 'validation_failed' ? details : []
  const errors = mistakes.map((mistake) => ({
    message: sentenceOf([mistake]),
    field: fieldOf(mistake.path),
    help: null,
  }))
  const body: ErrorBody = {
    errors: errors.length > 0 ? errors : [{ message, field: fields[code] ?? null, help: null }],
  }
  return { status: statuses[code] ?? (status === 422 ? 400 : status), body }
}

/** Returns the dotted path of a field in the body, or null for a mistake elsewhere. */
function fieldOf(path: string): string | null {
  const [, place, ...steps] = path.split('/')
  return place === 'body' && steps.length > 0 ? steps.join('.') : null
}
