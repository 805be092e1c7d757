import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  domainOf,
  foldAddress,
  isEmailAddress,
  normalizeAddress,
  normalizeDomain,
} from '../../../base/addresses/address.js'
import { liveBytes } from '../../support/service/live-heap.js'

test.each([
  'ada@example.com',
  'a@b.co',
  'first.last@sub.domain.example',
  'first+tag@example.com',
  "o'brien@example.com",
  '!#$%&*+/=?^_`{|}~-@example.com',
  '1@example.com',
  '_@example.com',
  '-@example.com',
  'UPPER@EXAMPLE.COM',
  `${'x'.repeat(64)}@example.com`,
  `a@${'x'.repeat(63)}.example`,
  `a@${'x.'.repeat(120)}example`,
  'a@1.example',
  'a@1-2.example',
  'a@xn--bcher-kva.example',
  'a@bücher.example',
  'a@BÜCHER.example',
  'a@例え.jp',
  'a@例え。jp',
  'a@straße.de',
  'a@пример.рф',
  'a@مثال.إختبار',
  'a@नमूना.भारत',
  'grüße@example.com',
  '用户@例え.jp',
  'пользователь@пример.рф',
  'θσερ@εχαμπλε.ψομ',
  'संपर्क@example.com',
  '🎉@example.com',
  'é.è@example.com',
])('%s is an address', (address) => {
  expect(isEmailAddress(address)).toBe(true)
})

test.each([
  '',
  '@',
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  'ada@example',
  'ada@example.com.',
  'ada@.example.com',
  'ada@example..com',
  'ada@-example.com',
  'ada@example-.com',
  'ada@exa_mple.com',
  'ada@exa mple.com',
  'ada@exa\tmple.com',
  'ada@exam%70le.com',
  'ada@example.com/x',
  'ada@example.com:25',
  'ada@example.com?x',
  'ada@example.com#x',
  'ada@127.0.0.1',
  'ada@1.2',
  'ada@0x7f.1',
  'ada@[127.0.0.1]',
  'ada@[IPv6:::1]',
  'ada@xn--a.example',
  'ada@xn--0.example',
  'ada@xn--abc-.example',
  'ada@xn--a-ecp.example',
  'ada@xn--xn---epa.example',
  'ada@XN--A.example',
  'ada@a\u00adb.example',
  'ada@a\u200bb.example',
  'ada@\uff0f.example',
  `ada@${'x'.repeat(64)}.example`,
  `ada@${'x.'.repeat(124)}example`,
  `ada@${'ü'.repeat(60)}.example`,
  `${'x'.repeat(65)}@example.com`,
  `${'é'.repeat(33)}@example.com`,
  '.ada@example.com',
  'ada.@example.com',
  'a..da@example.com',
  'a da@example.com',
  ' ada@example.com',
  'ada@example.com ',
  'ada@example.com\n',
  'ada\r\nBcc:x@example.com',
  '"ada"@example.com',
  '"a\r\nb"@example.com',
  'ada(comment)@example.com',
  'ada@(comment)example.com',
  'Ada <ada@example.com>',
  '<ada@example.com>',
  'ada@example.com>',
  'a@example.com,b@example.com',
  'a@b@example.com',
  'a;b@example.com',
  'all:a@example.com;',
  'a\\b@example.com',
  'a\u0000@example.com',
  'a\u0085@example.com',
  'a\u00a0b@example.com',
  'a\u2028b@example.com',
  'a\u202eb@example.com',
  'a\u200bb@example.com',
  'a\u200db@example.com',
  'a\ufeffb@example.com',
  'a\u3164b@example.com',
  'a\ud800@example.com',
])('%j is none', (address) => {
  expect(isEmailAddress(address)).toBe(false)
})

test('an address stays as it is but for the form of its characters and its domain', () => {
  expect(normalizeAddress('Ada.L@BÜCHER.Example')).toBe('Ada.L@xn--bcher-kva.example')
  expect(normalizeAddress('cafe\u0301@example.com')).toBe('caf\u00e9@example.com')
})

test.each([
  ['case', 'ADA@Example.COM', 'ada@example.com'],
  ['case beyond ASCII', 'GRÜSSE@example.com', 'grüsse@example.com'],
  ['the script of the domain', 'ada@bücher.example', 'ADA@XN--BCHER-KVA.example'],
  ['how letters are composed', 'cafe\u0301@example.com', 'CAF\u00c9@example.com'],
])('to look up by, %s is no difference', (_what, one, other) => {
  expect(foldAddress(one)).toBe(foldAddress(other))
})

test('what differs by more than that stays apart', () => {
  const folded = ['a@example.com', 'b@example.com', 'a@example.net', 'à@example.com', 'a.@example.com'].map(
    foldAddress,
  )
  expect(new Set(folded).size).toBe(5)
})

test('the form to look up by stays as it is where the lower case of a letter is of two', () => {
  const folded = foldAddress('\u0130\u0327@example.com')
  expect(foldAddress(folded)).toBe(folded)
})

test('the domain of an address is the same in any script', () => {
  expect(domainOf('a@BÜCHER.example')).toBe('xn--bcher-kva.example')
  expect(domainOf('a@xn--BCHER-kva.example')).toBe('xn--bcher-kva.example')
  expect(domainOf('a@GRO\u1e9e.example')).toBe(domainOf('a@gro\u00df.example'))
})

/** Near misses of addresses, for text of any kind is hardly ever one. */
const character = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...'abcABC019.-_+@') },
  fc.constantFrom(...'<>()[]",;:\\ \t\r\n\0%/#?\u200b\u202e\u0301éßİΣ例🎉ａ。'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const nearAddress = fc
  .tuple(fc.array(character, { maxLength: 12 }), fc.array(character, { maxLength: 12 }), fc.boolean())
  .map(([local, domain, dotted]) => `${local.join('')}@${domain.join('')}${dotted ? '.example' : ''}`)
const runs = { numRuns: 5000 }

test('what is accepted can stand in a command and in a header without an escape', () => {
  let accepted = 0
  fc.assert(
    fc.property(nearAddress, (text) => {
      if (!isEmailAddress(text)) return
      accepted += 1
      const address = normalizeAddress(text)
      expect(address).toMatch(/^[^\s\p{Cc}\p{Cf}<>()[\]",;:\\@]{1,64}@[a-z0-9.-]+$/u)
      expect(Buffer.byteLength(address)).toBeLessThanOrEqual(254)
    }),
    runs,
  )
  expect(accepted).toBeGreaterThan(200)
})

test('to normalize twice changes nothing, and makes an address of an address', () => {
  fc.assert(
    fc.property(nearAddress, (text) => {
      const once = normalizeAddress(text)
      expect(normalizeAddress(once)).toBe(once)
      expect(isEmailAddress(once)).toBe(isEmailAddress(text))
      const folded = foldAddress(text)
      expect(foldAddress(folded)).toBe(folded)
      expect(foldAddress(once)).toBe(folded)
    }),
    runs,
  )
})

test('the case of ASCII letters never makes a difference to look up by', () => {
  const upper = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
  fc.assert(
    fc.property(nearAddress.filter(isEmailAddress), (text) => {
      expect(foldAddress(upper(text))).toBe(foldAddress(text))
    }),
    { numRuns: 500 },
  )
})

test('a domain that is given as A-labels is the one that is given in its script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }), (name) => {
      const domain = normalizeDomain(`${name}.example`)
      if (domain !== undefined) expect(normalizeDomain(domain.toUpperCase())).toBe(domain)
    }),
    runs,
  )
})

test('a domain that is remembered does not keep the text in memory that it was cut out of', () => {
  const before = liveBytes()
  for (let order = 0; order < 500; order += 1) {
    const header = `${'x'.repeat(100_000)}<someone@domain-number-${order}.example>`
    expect(domainOf(header.slice(header.indexOf('<') + 1, -1))).toBe(`domain-number-${order}.example`)
    const capital = `${'x'.repeat(100_000)} domain-number-${order}.bücher.example`
    expect(normalizeDomain(capital.slice(capital.indexOf(' ') + 1))).toContain('xn--')
  }
  expect(liveBytes() - before).toBeLessThan(5_000_000)
})
