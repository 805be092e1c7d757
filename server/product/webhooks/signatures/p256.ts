import { createECDH, createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto'

/**
 * Implements signatures by ECDSA with P-256 and SHA-256 (FIPS 186-5). The key pair is derived from a secret of the
 * subscription, so that a rotation of the secret changes it and nothing further is stored.
 */

/** Order of the curve's group (SEC 2, section 2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Length of the derived bits: 64 more than the order has (FIPS 186-5, A.2.1). */
const seedLength = 40

/** Returns the private key that belongs to a secret, as it was shown. */
function privateKeyOf(secret: string): KeyObject {
  const seed = hkdfSync('sha256', secret, '', 'postseal webhooks: ECDSA P-256', seedLength)
  const scalar = (BigInt(`0x${Buffer.from(seed).toString('hex')}`) % (order - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(d)
  // An uncompressed point (SEC 1, section 2.3.3): a byte that says so, and two coordinates.
  const point = curve.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: text(d), x: text(x), y: text(y) },
  })
}

/** Returns the public key that belongs to a secret, as a `SubjectPublicKeyInfo` (RFC 5280) in base64. */
export function verificationKey(secret: string): string {
  return createPublicKey(privateKeyOf(secret)).export({ type: 'spki', format: 'der' }).toString('base64')
}

/** Returns the signature of bytes by the key of a secret: an `ECDSA-Sig-Value` (RFC 3279, section 2.2.3) in base64. */
export function p256Signature(secret: string, bytes: Uint8Array): string {
  return sign('sha256', bytes, privateKeyOf(secret)).toString('base64')
}
