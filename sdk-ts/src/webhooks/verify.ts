import { refuse } from './errors.js'
import type { WebhookEvent } from '../replies/events.js'
import { findSignature, type WebhookHeaders } from './find-header.js'
import { PASS_THE_RAW_BODY, whyMismatch, whySkewed } from './hints.js'
import { equalInConstantTime, hmacHex, signedBytes } from './hmac.js'
import { bytesOf, objectIn, type WebhookPayload } from './payload.js'
import { secretsOf, type WebhookSecrets } from './secrets.js'
import { parseSignatureHeader, SIGNATURE_HEADER } from './signature-header.js'

interface Received {
  /** The raw body, before anything has parsed it. */
  payload: WebhookPayload
  /**
   * The maximum difference between the signature's time and `now`, in seconds and in either direction. Default: 300.
   */
  toleranceSeconds?: number | undefined
  /** The current time, as a Date or as milliseconds. Default: `Date.now()`. */
  now?: Date | number | undefined
}

/** Options for events that you have already processed. */
export interface RepeatedEvents {
  /**
   * Returns whether you have already processed the event with this id within your replay window. Called only for
   * correctly signed events.
   */
  isRepeated?: ((eventId: string) => boolean | PromiseLike<boolean>) | undefined
  /**
   * With `reject` (the default if you pass `isRepeated`), the call rejects with the code `repeated_event`. The service
   * treats every answer except 2xx as a failure, and sends the event again. With `acknowledge`, the call resolves to
   * undefined. Answer with a 2xx status and do nothing.
   */
  onRepeated?: 'reject' | 'acknowledge' | undefined
}

type Signed =
  /** The request's headers. */
  | { headers: WebhookHeaders; signature?: undefined }
  /** The value of `Service-Signature` only. */
  | { signature: string | readonly string[] | null | undefined; headers?: undefined }

export type VerifyWebhookOptions = Received & Signed & WebhookSecrets & RepeatedEvents

/**
 * Verifies that a webhook comes from your Postseal service and is recent, and returns its event.
 *
 * The service can send an event twice. Keep the ids of the events that you have processed, and pass `isRepeated`.
 * Without it, repeated events are not detected.
 *
 * Rejects with WebhookVerificationError if the webhook cannot be trusted, and with TypeError if your options are
 * wrong, such as an empty secret.
 */
export async function verifyWebhook(
  options: VerifyWebhookOptions & { onRepeated: 'acknowledge' },
): Promise<WebhookEvent | undefined>
export async function verifyWebhook(
  options: VerifyWebhookOptions & { onRepeated?: 'reject' | undefined },
): Promise<WebhookEvent>
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent | undefined>
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent | undefined> {
  const { payload, headers, signature, toleranceSeconds = 300, now = Date.now() } = options
  const { isRepeated, onRepeated = 'reject' } = options
  const secrets = secretsOf(options)
  const nowSeconds = Math.floor(Number(now) / 1000)
  // NaN fails every comparison, and would therefore let every time pass.
  if (!(toleranceSeconds >= 0 && nowSeconds >= 0))
    throw new TypeError('`toleranceSeconds` or `now` is not a number.')
  if (isRepeated ? !/^(reject|acknowledge)$/.test(onRepeated) : options.onRepeated)
    throw new TypeError('`onRepeated` is `reject` or `acknowledge`, beside `isRepeated`.')

  const body = bytesOf(payload)
  if (body === undefined)
    refuse('invalid_payload', `The payload is neither text nor bytes. ${PASS_THE_RAW_BODY}`)
  // If the header came twice, the space makes it malformed.
  const header = [signature ?? findSignature(headers) ?? []].flat().join(', ')
  if (header === '')
    refuse('missing_header', `There is no ${SIGNATURE_HEADER} in \`${headers ? 'headers' : 'signature'}\`.`)
  const { timestamp, signatures } = parseSignatureHeader(header)

  const bytes = signedBytes(timestamp, body)
  const signed = bytes.subarray(timestamp.length + 1)
  const expected = await Promise.all(secrets.map((secret) => hmacHex(secret, bytes)))
  // Compares every pair, so that the time reveals nothing.
  const right = expected.flatMap((hex) => signatures.map((given) => equalInConstantTime(hex, given)))
  if (!right.includes(true))
    refuse('signature_mismatch', `No signature matches. ${whyMismatch(secrets, signed)}`)

  const ahead = Number(timestamp) - nowSeconds
  if (Math.abs(ahead) > toleranceSeconds) refuse('timestamp_out_of_tolerance', whySkewed(ahead, nowSeconds))
  const event = objectIn(signed) as WebhookEvent | undefined
  if (!event) refuse('invalid_payload', 'It is not a JSON object.')
  if (!(await isRepeated?.(event.id))) return event
  return onRepeated === 'reject' ? refuse('repeated_event', 'The event came before, by its id.') : undefined
}
