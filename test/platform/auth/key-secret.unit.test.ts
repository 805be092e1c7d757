import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hintOf,
  isWellFormedKey,
  looksLikeKey,
  newKeySecret,
} from '../../../server/platform/auth/key-secret.js'

const prefix = fc.constantFrom('pk_live_' as const, 'pk_test_' as const, 'wk_' as const)
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a secret is its prefix, 43 digits and 6 of a checksum', () => {
  fc.assert(
    fc.property(prefix, (kind) => {
      const secret = newKeySecret(kind)
      expect(secret).toMatch(new RegExp(`^${kind}[0-9A-Za-z]{49}$`))
      expect(isWellFormedKey(secret)).toBe(true)
      expect(looksLikeKey(secret)).toBe(true)
    }),
  )
})

test('no two are the same, and every digit comes up', () => {
  const secrets = Array.from({ length: 500 }, () => newKeySecret('wk_'))
  expect(new Set(secrets).size).toBe(500)
  const used = new Set(secrets.map((secret) => secret.slice(3, -6)).join(''))
  expect([...used].sort().join('')).toBe([...digits].sort().join(''))
})

test('any one character that is changed is noticed', () => {
  for (const kind of ['pk_live_', 'pk_test_', 'wk_'] as const) {
    const secret = newKeySecret(kind)
    for (let at = 0; at < secret.length; at++) {
      for (const digit of digits) {
        if (digit === secret[at]) continue
        expect(isWellFormedKey(secret.slice(0, at) + digit + secret.slice(at + 1)), `${at} ${digit}`).toBe(
          false,
        )
      }
    }
  }
})

test('so are two neighbours that are swapped, and a cut or a longer one', () => {
  fc.assert(
    fc.property(prefix, fc.nat(), (kind, position) => {
      const secret = newKeySecret(kind)
      const at = position % (secret.length - 1)
      const [a = '', b = ''] = [secret[at], secret[at + 1]]
      fc.pre(a !== b)
      expect(isWellFormedKey(secret.slice(0, at) + b + a + secret.slice(at + 2))).toBe(false)
      expect(isWellFormedKey(secret.slice(0, -1))).toBe(false)
      expect(isWellFormedKey(`${secret}0`)).toBe(false)
      expect(isWellFormedKey(`${secret}\n`)).toBe(false)
    }),
  )
})

test('the kind cannot be changed', () => {
  const secret = newKeySecret('pk_test_')
  expect(isWellFormedKey(secret.replace('pk_test_', 'pk_live_'))).toBe(false)
})

test('the hint gives away four characters', () => {
  const secret = newKeySecret('pk_live_')
  expect(hintOf(secret)).toBe(`pk_live_…${secret.slice(-4)}`)
})

test('anything may be asked about', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(isWellFormedKey(text)).toBe(false)
      expect(looksLikeKey(`x${text}`)).toBe(false)
    }),
  )
})
