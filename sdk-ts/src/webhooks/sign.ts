import type { KnownEvent } from './events.js'
import { hmacHex, signedBytes } from './hmac.js'
import { bytesOf } from './payload.js'
import { secretsOf, type WebhookSecrets } from './secrets.js'
import { SIGNATURE_HEADER } from './signature-header.js'

export type SignTestWebhookOptions = WebhookSecrets & {
  /** When it was signed, in unix seconds; the clock's unless told otherwise. */
  timestamp?: number | undefined
} & (
    | { /** The event, which is sent as JSON. */ event: KnownEvent | { type: string }; payload?: undefined }
    | { /** The body as it stands. */ payload: string; event?: undefined }
  )

/** A request's body and headers, for `verifyWebhook` as for `fetch(url, { method: 'POST', headers, body: payload })`. */
export interface SignedTestWebhook {
  payload: string
  headers: { 'Content-Type': string; 'Service-Signature': string }
}

/**
 * Signs a webhook as the service does, for tests of your own receiver: with several secrets as in a rotation.
 *
 * Rejects with TypeError where a secret is empty or there is neither an event nor a payload.
 */
export async function signTestWebhook(options: SignTestWebhookOptions): Promise<SignedTestWebhook> {
  const { event, timestamp = Math.floor(Date.now() / 1000) } = options
  const payload = options.payload ?? JSON.stringify(event)
  const body = bytesOf(payload)
  if (body === undefined) throw new TypeError('Pass an `event`, or its text as `payload`.')
  const bytes = signedBytes(String(timestamp), body)
  const signatures = await Promise.all(
    secretsOf(options).map(async (secret) => `,v1=${await hmacHex(secret, bytes)}`),
  )
  const signature = `t=${timestamp}${signatures.join('')}`
  return { payload, headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signature } }
}
