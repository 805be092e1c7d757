/** The reason why a webhook was refused, in the order of the checks. */
export type WebhookVerificationErrorCode =
  /** There is no `Service-Signature`, or an empty one. */
  | 'missing_header'
  /** The header is not `t=<unix seconds>,v1=<64 digits of lower-case hexadecimal>`. */
  | 'malformed_header'
  /** The signatures do not match: none is right under any of the secrets. */
  | 'signature_mismatch'
  /** The webhook was signed too long ago, or too far ahead. */
  | 'timestamp_out_of_tolerance'
  /** The payload is neither text nor bytes; or it was signed, but is no JSON object. */
  | 'invalid_payload'
  /** Your `isRepeated` knows the id of its event. */
  | 'repeated_event'

/**
 * A webhook that cannot be trusted: answer 400 and do nothing. `message` names the mistake that it may come from; it
 * has nothing of the secret or of the body in it.
 */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  /** The reason why the webhook was refused, for programs. */
  readonly code: WebhookVerificationErrorCode

  constructor(code: WebhookVerificationErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Throws a WebhookVerificationError.
 *
 * @throws WebhookVerificationError always
 */
export function refuse(code: WebhookVerificationErrorCode, message: string): never {
  throw new WebhookVerificationError(code, message)
}
