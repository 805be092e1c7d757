import { createHmac } from 'node:crypto'

/**
 * Returns the value of `Service-Signature`: `t=<unix seconds>,v1=<hex>`, where the hex is HMAC-SHA256 of
 * `<t>.<body>`. In a rotation there is a `v1` for each secret, so a receiver may know any of them.
 *
 * @param secrets secrets as they were shown, newest first; their UTF-8 bytes are the keys
 */
export function signatureHeader(secrets: readonly string[], body: Uint8Array, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000)
  let header = `t=${timestamp}`
  for (const secret of secrets)
    header += `,v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`
  return header
}
