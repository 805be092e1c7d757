import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keysOf, presentKey, type KeySource } from './key-source.js'

/**
 * Encrypts values that the service must read again, but that a copy of the database must not reveal: private keys,
 * and secrets shared with others. Whoever changes a sealed value, or moves it to another row, has made it unreadable.
 */
export interface Sealer {
  /**
   * @param place the table where the value is kept, and the names of its row. It is needed again to open the value.
   */
  seal(plain: Uint8Array, place: readonly string[]): Buffer
  /**
   * @throws SealedError if the value was sealed with another key or for another place, or is damaged
   */
  open(sealed: Uint8Array, place: readonly string[]): Buffer
  /**
   * Reseals a value that is sealed under an earlier key.
   *
   * @returns undefined if the value is already sealed under the present key
   * @throws SealedError as {@link open} does
   */
  reseal(sealed: Uint8Array, place: readonly string[]): Buffer | undefined
}

/** A value that cannot be opened. It names the place and nothing of the value. */
export class SealedError extends Error {
  override readonly name = 'SealedError'

  constructor(place: readonly string[]) {
    super(
      `What is sealed in ${place.join(' ')} cannot be opened: it was sealed with another POSTSEAL_SECRET_KEY ` +
        '(or secret.key of another data folder), or is damaged.',
    )
  }
}

/** The first byte identifies the format of the rest, so that another format can come beside this one. */
const version = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/**
 * Makes a sealer with AES-256-GCM (NIST SP 800-38D): version, nonce, tag, ciphertext. Its nonces are random, which is
 * safe for some 2^32 values under one key.
 *
 * @param keys the keys of one purpose
 */
export function sealer(keys: KeySource): Sealer {
  const seal: Sealer['seal'] = (plain, place) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', presentKey(keys), nonce, { authTagLength: tagBytes })
    cipher.setAAD(boundTo(place))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body])
  }
  /** Returns the opened value, and whether it is sealed under the present key. */
  const openWithAny = (sealed: Uint8Array, place: readonly string[]) => {
    if (sealed[0] !== version || sealed.length < headBytes) throw new SealedError(place)
    for (const [index, key] of keysOf(keys).entries()) {
      const plain = openWith(key, sealed, place)
      if (plain !== undefined) return { plain, present: index === 0 }
    }
    throw new SealedError(place)
  }
  return {
    seal,
    open: (sealed, place) => openWithAny(sealed, place).plain,
    reseal: (sealed, place) => {
      const { plain, present } = openWithAny(sealed, place)
      return present ? undefined : seal(plain, place)
    },
  }
}

function openWith(key: Uint8Array, sealed: Uint8Array, place: readonly string[]): Buffer | undefined {
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(boundTo(place))
  decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Encodes a place as JSON, in which no two places read the same. */
function boundTo(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([version, ...place]))
}
