import type { ApiError } from '../../../platform/http/errors/api-error.js'
import type { ShapedError } from '../../../platform/http/operation/request-context.js'

/** Shapes an error as Mailgun does: a status and a sentence. Mailgun answers 400 for mistakes in a request. */
export function shapeError({ status, code, message }: ApiError): ShapedError {
  const shown = message.replace(/ `details` names [^`]*$/, '')
  return { status: statusOf(code, status), body: { message: shown } }
}

function statusOf(code: ApiError['code'], status: number): number {
  if (code === 'sender_domain_not_verified' || code === 'sender_at_mailbox_provider') return 403
  return status === 422 ? 400 : status
}
