import { refuse } from './errors.js'
import type { WebhookEvent } from '../replies/events.js'
import { findSignature, type WebhookHeaders } from './find-header.js'
import { PASS_THE_RAW_BODY, whyMismatch, whySkewed } from './hints.js'
import { equalInConstantTime, hmacHex, signedBytes } from './hmac.js'
import { bytesOf, objectIn, type WebhookPayload } from './payload.js'
import { secretsOf, type WebhookSecrets } from './secrets.js'
import { parseSignatureHeader, SIGNATURE_HEADER } from './signature-header.js'

interface Received {
  /** The body as it came, before anything has parsed it. */
  payload: WebhookPayload
  /** The max distance of the signature's time from `now`, in either direction, in seconds; 300 by default. */
  toleranceSeconds?: number | undefined
  /** The present time: a date, or the milliseconds of `Date.now()`, which is the default. */
  now?: Date | number | undefined
}

/** The treatment of an event whose id you know. */
export interface RepeatedEvents {
  /**
   * Tells by the id of an event whether you have processed it within your replay window. Called only for signed
   * events.
   */
  isRepeated?: ((eventId: string) => boolean | PromiseLike<boolean>) | undefined
  /**
   * `reject` (the default, if there is `isRepeated`): rejects with the code `repeated_event`. The service takes every
   * answer but 2xx for a failure, and sends the event again. `acknowledge`: resolves to undefined; answer 2xx and do
   * nothing.
   */
  onRepeated?: 'reject' | 'acknowledge' | undefined
}

type Signed =
  /** The request's headers. */
  | { headers: WebhookHeaders; signature?: undefined }
  /** The value of `Service-Signature` alone. */
  | { signature: string | readonly string[] | null | undefined; headers?: undefined }

export type VerifyWebhookOptions = Received & Signed & WebhookSecrets & RepeatedEvents

/**
 * Verifies that a webhook comes from your Postseal and is not old, and returns its event.
 *
 * An event may come twice: keep the ids of the events that you have processed, and pass `isRepeated`. Without it,
 * repeated events are not noticed.
 *
 * Rejects with WebhookVerificationError if the webhook cannot be trusted, and with TypeError if your own options are
 * wrong, such as a secret that is empty.
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
  // A NaN would not be less than anything, and so let everything pass.
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
  // Every pair is compared, so that the time tells nothing.
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
