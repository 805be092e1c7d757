/** Why a webhook was not believed, in the order in which it is found out. */
export type WebhookVerificationErrorCode =
  /** There is no `Service-Signature`, or an empty one. */
  | 'missing_header'
  /** It is not `t=<unix seconds>,v1=<64 digits of lower-case hexadecimal>`. */
  | 'malformed_header'
  /** None of its signatures is right under any of the secrets. */
  | 'signature_mismatch'
  /** It was signed too long ago, or too far ahead. */
  | 'timestamp_out_of_tolerance'
  /** The payload is neither text nor bytes; or it was signed, but is no JSON object. */
  | 'invalid_payload'
  /** Your `isRepeated` knows the id of its event. */
  | 'repeated_event'

/**
 * A webhook that is not to be believed: answer 400 and do nothing. `message` says what mistake it may come
 * from; it has nothing of the secret or of the body in it.
 */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  /** Why it was not believed, for programs. */
  readonly code: WebhookVerificationErrorCode

  constructor(code: WebhookVerificationErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** @throws WebhookVerificationError */
export function refuse(code: WebhookVerificationErrorCode, message: string): never {
  throw new WebhookVerificationError(code, message)
}
