import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysOf, presentKey, type KeySource } from '../../../platform/auth/key-source.js'
import type { Uuid } from '../../../platform/db/ids.js'
import { uuidAt, uuidBytes } from '../../../../base/text/uuid-bytes.js'

/**
 * Length of the authentication code: as much as fits. 61 characters of base32, which has no case to lose on the way,
 * are 38 octets, of which 32 are ids. A forger has to ask us about each guess.
 */
const macBytes = 6

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const form = /^[a-z2-7]{61}$/i

/**
 * Writes two ids as a token for the local part of an address: 61 letters and digits, authenticated, readable in any
 * case.
 */
export interface IdToken {
  /**
   * Makes a token.
   *
   * @param context text that the token is bound to beside the ids; empty for none
   */
  make(ids: readonly [Uuid, Uuid], context?: string): string
  /** Reads a token; undefined if we did not make it for this context. */
  read(token: string, context?: string): readonly [Uuid, Uuid] | undefined
}

/**
 * @param keys the keys of the purpose `return-path`
 * @param label the use of the tokens, so that no token is taken for one of another use
 */
export function idToken(keys: KeySource, label: string): IdToken {
  const macOf = (key: Uint8Array, ids: Buffer, context: string) =>
    createHmac('sha256', key).update(ids).update(label).update(context).digest().subarray(0, macBytes)
  return {
    make: (given, context = '') => {
      const ids = uuidBytes(...given)
      return base32(Buffer.concat([ids, macOf(presentKey(keys), ids, context)]))
    },
    read: (token, context = '') => {
      if (!form.test(token)) return undefined
      const bytes = fromBase32(token.toLowerCase())
      // The last letter has an unused bit, and one address must not have two spellings.
      if (base32(bytes) !== token.toLowerCase()) return undefined
      const ids = bytes.subarray(0, 32)
      const mac = bytes.subarray(32)
      if (!keysOf(keys).some((key) => timingSafeEqual(mac, macOf(key, ids, context)))) return undefined
      return [uuidAt(ids, 0), uuidAt(ids, 16)]
    },
  }
}

/** Writes bytes in base32 (RFC 4648, section 6), in lower case and without padding. */
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
