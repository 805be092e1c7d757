import { createHmac } from 'node:crypto'

/**
 * Implements the signature of Standard Webhooks (https://www.standardwebhooks.com, version 1.0.0), which libraries
 * for many languages verify. It is sent beside `Service-Signature`.
 */

/** Base64 of RFC 4648, by either alphabet, with its padding or without. */
const base64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{4}|[\w+/-]{3}=?|[\w+/-]{2}(?:==)?)$/

/**
 * Returns the key that the libraries make of a secret: the text after `whsec_`, decoded. Version 0.1.0 made secrets
 * in base64url, which libraries do not take, but whoever decodes them has the same key. A text that is not base64 is
 * used as it stands, as by a library that is told to take a secret raw.
 */
export function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  // Node decodes both alphabets.
  return base64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
}

/**
 * Returns the value of `webhook-signature`: `v1,<base64>` for each secret, separated by spaces, where the base64 is
 * HMAC-SHA256 of `<id>.<timestamp>.<body>`.
 *
 * @param secrets secrets as they were shown, newest first
 * @param id value of `webhook-id`
 * @param at time whose unix seconds are in `webhook-timestamp`
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
