/** The reason why a webhook was rejected, in the order of the checks. */
export type WebhookVerificationErrorCode =
  /** The `Service-Signature` header is missing or empty. */
  | 'missing_header'
  /** The header is not `t=<unix seconds>,v1=<64 digits of lower-case hexadecimal>`. */
  | 'malformed_header'
  /** No signature matches any of the secrets. */
  | 'signature_mismatch'
  /** The webhook was signed too long ago, or too far in the future. */
  | 'timestamp_out_of_tolerance'
  /** The payload is neither text nor bytes, or it has a valid signature but is not a JSON object. */
  | 'invalid_payload'
  /** Your `isRepeated` returned true for the event's id. */
  | 'repeated_event'

/**
 * The webhook cannot be trusted. Answer with status 400 and do not process it. `message` names the likely mistake. It
 * contains nothing from the secret or the body.
 */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  /** The reason why the webhook was rejected, for programs. */
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
