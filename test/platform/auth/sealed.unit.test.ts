import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SealedError, sealer } from '../../../server/platform/auth/sealed.js'

const own = sealer(randomBytes(32))
const seal = (plain: Uint8Array, where: readonly string[]) => own.seal(plain, where)
const open = (sealed: Uint8Array, where: readonly string[]) => own.open(sealed, where)
const place = ['dkim_keys', 'workspace', 'shop.example', 'ps1']

test('what is sealed is opened as it was, and is different each time', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.string()), (plain, where) => {
      const sealed = seal(plain, where)
      expect(open(sealed, where).equals(plain)).toBe(true)
      expect(seal(plain, where).equals(sealed)).toBe(false)
      if (plain.length > 8) expect(sealed.includes(Buffer.from(plain))).toBe(false)
    }),
  )
})

test('no byte of it can be changed or left out', () => {
  const sealed = seal(Buffer.from('a secret'), place)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => open(changed, place)).toThrow(SealedError)
    expect(() => open(sealed.subarray(0, index), place)).toThrow(SealedError)
  }
})

test.each([
  ['another row', ['dkim_keys', 'workspace', 'shop.example', 'ps2']],
  ['another table', ['webhooks', 'workspace', 'shop.example', 'ps1']],
  ['a row whose name reads the same', ['dkim_keys', 'workspace shop.example', 'ps1']],
  ['a row whose name ends elsewhere', ['dkim_keys', 'workspace', 'shop.exampl', 'eps1']],
])('it cannot be opened in %s', (_where, other) => {
  expect(() => open(seal(Buffer.from('a secret'), place), other)).toThrow(SealedError)
})

test('another secret does not open it, and the error says so without the value', () => {
  const sealed = seal(Buffer.from('a secret'), place)
  const other = sealer(randomBytes(32))
  expect(() => other.open(sealed, place)).toThrow(
    /^What is sealed in dkim_keys workspace shop\.example ps1 cannot be opened: .*POSTSEAL_SECRET_KEY/,
  )
})
