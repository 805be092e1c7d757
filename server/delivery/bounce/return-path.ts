import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Uuid } from '../../db/ids.js'
import { uuidAt, uuidBytes } from '../../db/uuid-bytes.js'
import { keysOf, presentKey, type KeySource } from '../../auth/key-source.js'

/** The delivery that a bounce is about. */
export interface ReturnedDelivery {
  readonly workspaceId: Uuid
  readonly logId: Uuid
}

/**
 * The envelope sender of a delivery, `b+<token>@<domain>`, by which its bounce is known again (RFC 5321,
 * section 4.5.5). The token is authenticated, so nobody can make up a bounce for a delivery that was not
 * theirs to return.
 */
export interface ReturnPath {
  readonly domain: string
  addressOf(delivery: ReturnedDelivery): string
  /** The delivery that an address stands for, or undefined where we did not make it. */
  read(address: string): ReturnedDelivery | undefined
}

/**
 * As much as fits: 61 characters of base32, which has no case to lose on the way, are 38 octets, of which 32
 * are ids. Who wants to forge one has to ask us about each guess.
 */
const macBytes = 6

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const form = /^b\+([a-z2-7]{61})@([^@]+)$/

/** @param keys the keys that sign return paths */
export function returnPath(domain: string, keys: KeySource): ReturnPath {
  const macOf = (key: Uint8Array, ids: Buffer) =>
    createHmac('sha256', key).update(ids).digest().subarray(0, macBytes)
  return {
    domain,
    addressOf: ({ workspaceId, logId }) => {
      const ids = uuidBytes(workspaceId, logId)
      return `b+${base32(Buffer.concat([ids, macOf(presentKey(keys), ids)]))}@${domain}`
    },
    read: (address) => {
      const [, token = '', at] = form.exec(address.toLowerCase()) ?? []
      if (at !== domain) return undefined
      const bytes = fromBase32(token)
      // The last letter has a bit to spare, and one address is not to be written in two ways.
      if (base32(bytes) !== token) return undefined
      const ids = bytes.subarray(0, 32)
      const mac = bytes.subarray(32)
      if (!keysOf(keys).some((key) => timingSafeEqual(mac, macOf(key, ids)))) return undefined
      return { workspaceId: uuidAt(ids, 0), logId: uuidAt(ids, 16) }
    },
  }
}

/** RFC 4648, section 6, in lower case and without padding. */
function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += letters[(value >> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + letters[(value << (5 - bits)) & 31]
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    value = ((value << 5) | letters.indexOf(letter)) & 0xfff
    bits += 5
    if (bits >= 8) bytes.push((value >> (bits -= 8)) & 255)
  }
  return Buffer.from(bytes)
}
