import { createHmac } from 'node:crypto'

/**
 * The signature of Standard Webhooks (https://www.standardwebhooks.com, version 1.0.0), which libraries for many
 * languages verify. It stands beside `Service-Signature`.
 */

/** Base64 of RFC 4648, by either alphabet, with its padding or without. */
const base64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{4}|[\w+/-]{3}=?|[\w+/-]{2}(?:==)?)$/

/**
 * The key that the libraries make of a secret: what stands behind `whsec_`, decoded. Version 0.1.0 made secrets in
 * base64url, which libraries do not take, but whoever decodes them has the same key. A text that is no base64 is a key
 * as it stands, as a library has it that is told to take a secret raw.
 */
export function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  // Node decodes both alphabets.
  return base64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
}

/**
 * The value of `webhook-signature`: `v1,<base64>` for each secret with spaces between, where the base64 is HMAC-SHA256
 * of `<id>.<timestamp>.<body>`.
 *
 * @param secrets as they were shown, the newest first
 * @param id the value of `webhook-id`
 * @param at the time whose unix seconds `webhook-timestamp` has
 */
export function standardSignature(
  secrets: readonly string[],
  id: string,
  body: Uint8Array,
  at: Date,
): string {
  const start = `${id}.${Math.floor(at.getTime() / 1000)}.`
  return secrets
    .map(
      (secret) =>
        `v1,${createHmac('sha256', standardKey(secret)).update(start).update(body).digest('base64')}`,
    )
    .join(' ')
}
