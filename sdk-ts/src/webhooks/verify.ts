import { WebhookVerificationError } from './errors.js'
import type { WebhookEvent } from './events.js'
import { findSignatureHeader, type WebhookHeaders } from './find-header.js'
import { equalInConstantTime, hmacHex, signedBytes } from './hmac.js'
import { bytesOf, objectIn, type WebhookPayload } from './payload.js'
import { secretsOf, type WebhookSecrets } from './secrets.js'
import { parseSignatureHeader } from './signature-header.js'

interface Received {
  /** The body as it came, before anything has parsed it. */
  payload: WebhookPayload
  /** How far the signature's time may be from `now`, in either direction, in seconds; 300 unless told otherwise. */
  toleranceSeconds?: number | undefined
  /** A date, or milliseconds since 1970 as of Date.now(), which is the default. */
  now?: Date | number | undefined
}

type Signed =
  /** The request's headers. */
  | { headers: WebhookHeaders; signature?: undefined }
  /** The value of `Service-Signature` alone. */
  | { signature: string | null | undefined; headers?: undefined }

export type VerifyWebhookOptions = Received & Signed & WebhookSecrets

/**
 * Verifies that a webhook comes from your Postseal and is not old, and returns its event.
 *
 * It says nothing of events that come twice: keep the ids of those that you have processed.
 *
 * Rejects with WebhookVerificationError where the webhook is not to be believed, and with TypeError where your own
 * options are wrong, such as an empty secret.
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent> {
  const { payload, headers, signature, toleranceSeconds = 300, now = Date.now() } = options
  const secrets = secretsOf(options)
  if (!(toleranceSeconds >= 0)) throw new TypeError('`toleranceSeconds` is not a number of seconds.')
  const nowSeconds = Math.floor(Number(now) / 1000)
  if (Number.isNaN(nowSeconds)) throw new TypeError('`now` is neither a date nor a number of milliseconds.')
  const body = bytesOf(payload)
  if (body === undefined) throw new WebhookVerificationError('invalid_payload', 'Pass the raw body.')
  const header = signature ?? findSignatureHeader(headers)
  if (!header) throw new WebhookVerificationError('missing_header', 'There is no Service-Signature.')
  const { timestamp, signatures } = parseSignatureHeader(header)
  const bytes = signedBytes(timestamp, body)
  const expected = await Promise.all(secrets.map((secret) => hmacHex(secret, bytes)))
  // Every pair is compared, so that the time tells nothing.
  const right = expected.flatMap((hex) => signatures.map((given) => equalInConstantTime(hex, given)))
  if (!right.includes(true))
    throw new WebhookVerificationError('signature_mismatch', 'No signature is right.')
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('timestamp_out_of_tolerance', 'It is too old, or too far ahead.')
  const event = objectIn(bytes.subarray(timestamp.length + 1))
  if (event === undefined) throw new WebhookVerificationError('invalid_payload', 'It is no JSON object.')
  return event as WebhookEvent
}
