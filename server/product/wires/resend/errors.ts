import type { components } from '../../../../generated/wires/resend.js'
import type { ApiError, ErrorCode } from '../../../platform/http/errors/api-error.js'
import type { ShapedError } from '../../../platform/http/operation/request-context.js'

type Name = components['schemas']['ErrorBody']['name']
type Shape = readonly [status: number, name: Name]

/** The status and name that Resend has for the kind of an error; other errors are a `validation_error`. */
const shapes: Partial<Record<ErrorCode, Shape>> = {
  missing_credentials: [401, 'missing_api_key'],
  invalid_credentials: [403, 'invalid_api_key'],
  expired_credentials: [403, 'invalid_api_key'],
  insufficient_scope: [401, 'restricted_api_key'],
  wrong_credential_kind: [401, 'restricted_api_key'],
  not_found: [404, 'not_found'],
  template_not_found: [404, 'not_found'],
  method_not_allowed: [405, 'method_not_allowed'],
  idempotency_conflict: [409, 'invalid_idempotent_request'],
  idempotency_in_progress: [409, 'concurrent_idempotent_requests'],
  // Resend answers 403 for a domain that is not verified.
  sender_domain_not_verified: [403, 'validation_error'],
  sender_at_mailbox_provider: [403, 'validation_error'],
  quota_exceeded: [429, 'monthly_quota_exceeded'],
  rate_limited: [429, 'rate_limit_exceeded'],
  internal_error: [500, 'internal_server_error'],
  unavailable: [503, 'application_error'],
}

/** The names that Resend has for mistakes in one field of a request. */
const fields: readonly (readonly [path: string, name: Name])[] = [
  ['/body/from', 'invalid_from_address'],
  ['/body/attachments', 'invalid_attachment'],
]

/** Shapes an error as Resend does, so that its packages return it in `error`. */
export function shapeError(error: ApiError): ShapedError {
  const [statusCode, name] = shapeOf(error)
  // Resend's errors have no details, so the sentence names one mistake and promises no more.
  const message = error.message.replace(/ `details` names [^`]*$/, '')
  return { status: statusCode, body: { statusCode, name, message } }
}

function shapeOf({ code, status, details = [] }: ApiError): Shape {
  const known = shapes[code]
  if (known !== undefined) return known
  const [first] = details
  if (code !== 'validation_failed' || first === undefined) return [status, 'validation_error']
  if (first.path.startsWith('/headers/idempotency-key')) return [400, 'invalid_idempotency_key']
  if (first.code === 'required') return [422, 'missing_required_field']
  const field = fields.find(([path]) => first.path === path || first.path.startsWith(`${path}/`))
  return [422, field?.[1] ?? 'validation_error']
}
