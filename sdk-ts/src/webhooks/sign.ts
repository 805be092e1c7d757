import type { KnownEvent } from '../replies/event-types.js'
import { hmacHex, signedBytes } from './hmac.js'
import { bytesOf } from './payload.js'
import { secretsOf, type WebhookSecrets } from './secrets.js'
import { SIGNATURE_HEADER } from './signature-header.js'

interface At {
  /** The time of the signature, as unix seconds (as in the header) or as a Date. Default: the current time. */
  timestamp?: number | Date | undefined
}

type Content =
  /** The event, which is sent as JSON. Give it an `id` if your receiver reads the id. */
  | { event: KnownEvent | { type: string; [field: string]: unknown }; payload?: undefined }
  /** The body to sign unchanged, such as a body that was tampered with. */
  | { payload: string; event?: undefined }

export type SignTestWebhookOptions = Content & WebhookSecrets & At

/**
 * The body and headers of a request. Pass them to `verifyWebhook`, or send them with
 * `fetch(url, { method: 'POST', headers, body: payload })`.
 */
export interface SignedTestWebhook {
  payload: string
  headers: { 'Content-Type': string; 'Service-Signature': string }
}

/**
 * Signs a webhook with `Service-Signature` as the service does, for tests of your own receiver. With several secrets,
 * it signs as in a rotation.
 *
 * Rejects with TypeError if a secret is empty, or if there is neither an event nor a payload.
 */
export async function signTestWebhook(options: SignTestWebhookOptions): Promise<SignedTestWebhook> {
  const { event, payload = JSON.stringify(event), timestamp = new Date() } = options
  const body = bytesOf(payload)
  if (body === undefined) throw new TypeError('Pass an `event`, or a string as `payload`.')
  const seconds = Math.floor(typeof timestamp === 'number' ? timestamp : timestamp.getTime() / 1000)
  const bytes = signedBytes(`${seconds}`, body)
  const digests = await Promise.all(secretsOf(options).map((secret) => hmacHex(secret, bytes)))
  const signature = [`t=${seconds}`, ...digests.map((hex) => `v1=${hex}`)].join(',')
  return { payload, headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signature } }
}
