import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysOf, presentKey, type KeySource } from './key-source.js'

/**
 * The purposes of tokens. The version stands in the upper half of the byte, for a format that may follow this one.
 */
export const tokenKinds = {
  confirm: 0x11,
  unsubscribe: 0x12,
  unsubscribeDelivery: 0x13,
  unsubscribeContact: 0x14,
  inboundContent: 0x15,
  inboundRaw: 0x16,
  inboundAttachment: 0x17,
  opened: 0x18,
  clicked: 0x19,
  unsubscribeTopic: 0x1a,
} as const
type TokenKind = (typeof tokenKinds)[keyof typeof tokenKinds]

/** 128 bits of HMAC-SHA256 (RFC 2104, section 5 allows to keep half). */
const macBytes = 16

/** Makes and reads texts that only the holder of the key can make, and whose content anybody can read. */
export interface TokenSigner {
  sign(kind: TokenKind, content: Uint8Array): string
  /** Returns the content of a token of this kind and length; undefined if none of the keys signed the token. */
  read(kind: TokenKind, contentBytes: number, token: string): Buffer | undefined
}

/**
 * Makes a signer of tokens.
 *
 * @param keys the keys for one purpose
 */
export function tokenSigner(keys: KeySource): TokenSigner {
  const macOf = (key: Uint8Array, signed: Buffer) =>
    createHmac('sha256', key).update(signed).digest().subarray(0, macBytes)
  return {
    sign: (kind, content) => {
      const signed = Buffer.concat([Uint8Array.of(kind), content])
      return Buffer.concat([signed, macOf(presentKey(keys), signed)]).toString('base64url')
    },
    read: (kind, contentBytes, token) => {
      const length = 1 + contentBytes + macBytes
      if (token.length !== Math.ceil((length * 4) / 3)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      // The last letter may have bits to spare, and one token is not to be written in two ways.
      if (bytes.length !== length || bytes.toString('base64url') !== token) return undefined
      const signed = bytes.subarray(0, -macBytes)
      if (bytes[0] !== kind) return undefined
      const mac = bytes.subarray(-macBytes)
      if (!keysOf(keys).some((key) => timingSafeEqual(mac, macOf(key, signed)))) return undefined
      return signed.subarray(1)
    },
  }
}
