import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The form of an API key: a prefix that tells its kind, 256 random bits in base62 (43 digits) and a CRC-32 of
 * all that in base62 (6 digits). The checksum tells a typo from a wrong key, and lets a leak scanner know a
 * real one, without asking the database.
 */
export type KeyPrefix = 'pk_live_' | 'pk_test_' | 'wk_'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^(pk_live_|pk_test_|wk_)([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** Generates a new secret. Only its hash may be stored. */
export function newKeySecret(prefix: KeyPrefix): string {
  const random = BigInt('0x' + randomBytes(32).toString('hex'))
  const body = prefix + base62(random, 43)
  return body + checksum(body)
}

/** Tells whether a credential claims to be an API key, well-formed or not. */
export function looksLikeKey(credential: string): boolean {
  return /^(pk_(live|test)|wk)_/.test(credential)
}

/** Tells whether a credential has the form and the checksum of a key. */
export function isWellFormedKey(credential: string): boolean {
  const match = form.exec(credential)
  return match !== null && checksum(`${match[1]}${match[2]}`) === match[3]
}

/** Returns the SHA-256 of a secret. A plain hash is enough: 256 random bits cannot be guessed. */
export function hashKeySecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** Returns the part of a secret that lets people tell keys apart. It is of no other use. */
export function hintOf(secret: string): string {
  const prefix = /^(pk_live_|pk_test_|wk_)/.exec(secret)?.[0] ?? ''
  return `${prefix}…${secret.slice(-4)}`
}

function checksum(body: string): string {
  let text = ''
  // 32 bits are exact as a number, which is faster than a BigInt. Every request with a key comes here.
  for (let rest = crc32(body); text.length < 6; rest = Math.floor(rest / 62))
    text = digits.charAt(rest % 62) + text
  return text
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text
  return text
}
