import { SmtpRefusal } from '../../mail/smtp-listener/refusal.js'
import type { ApiError, ErrorCode } from '../../platform/http/errors/api-error.js'

/**
 * Basic and enhanced codes (RFC 5321, section 4.2; RFC 3463) of errors that do not concern the content of a message.
 */
const replies: Partial<Record<ErrorCode, readonly [code: number, enhanced: string]>> = {
  invalid_credentials: [550, '5.7.8'],
  expired_credentials: [550, '5.7.8'],
  insufficient_scope: [550, '5.7.1'],
  project_not_allowed: [550, '5.7.1'],
  environment_not_allowed: [550, '5.7.1'],
  ip_not_allowed: [550, '5.7.1'],
  sender_not_allowed: [550, '5.7.1'],
  sender_domain_not_verified: [550, '5.7.1'],
  sender_at_mailbox_provider: [550, '5.7.1'],
  payload_too_large: [552, '5.3.4'],
  idempotency_in_progress: [451, '4.3.0'],
  // The operator may resume sending, and mail refused for good would be lost by then.
  sending_halted: [451, '4.3.2'],
  rate_limited: [451, '4.7.1'],
  quota_exceeded: [452, '4.7.1'],
}

/** Longest text of a reply, since a reply line has at most 512 octets (RFC 5321, section 4.5.3.1.5). */
const longestText = 450

/**
 * Returns the SMTP reply for an error of the API: its code and its sentence. A request that may succeed later is
 * refused for now, so that the client keeps the message.
 */
export function smtpRefusalOf({ code, status, message }: ApiError): SmtpRefusal {
  const [basic, enhanced] = replies[code] ?? (status >= 500 ? [451, '4.3.0'] : [554, '5.6.0'])
  return new SmtpRefusal(basic, `${enhanced} ${code}: ${printable(message)}`)
}

/** Makes a sentence printable, because it may quote the message. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, longestText)
}
