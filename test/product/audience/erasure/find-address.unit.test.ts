import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldAddress } from '../../../../base/addresses/address.js'
import { runAtOnce } from '../../../../base/time/time-slice.js'
import { addressPattern } from '../../../../server/product/audience/erasure/address-pattern.js'
import { findAddress } from '../../../../server/product/audience/erasure/find-address.js'
import { erasedAddress, redactorOf } from '../../../../server/product/audience/erasure/redact.js'
import { runs } from '../../../support/run/sampled.js'

/** An address is found in a text of any length where the whole expression finds it. */

type Place = readonly [from: number, to: number]

const found = (address: string, text: string): Place[] => {
  const places: Place[] = []
  runAtOnce(findAddress(text, addressPattern(address), (from, to) => places.push([from, to])))
  return places
}
const matched = (address: string, text: string): Place[] =>
  [...text.matchAll(addressPattern(address).expression)].map(({ index, 0: all }) => [
    index,
    index + all.length,
  ])

const addresses = [
  'ada@example.com',
  'a.b+c_d@x-y.example',
  '%@x.com',
  '%%25%@x.com',
  '%40@x.com',
  '%40x.com%40@x.com',
  'a%40x.com@x.com',
  'aa@aa.aa',
  'zoë@bücher.example',
  'k@s.example',
  '\u1fb3ι@x.com',
  '\u{1f4e7}@x.com',
].map(foldAddress)

/** Texts that are made of what an address is written with, so that they have it and nearly have it. */
const textFor = (address: string) => {
  const [local = '', host = ''] = [
    address.slice(0, address.lastIndexOf('@')),
    address.slice(address.lastIndexOf('@') + 1),
  ]
  const parts = [...local, ...host, local, host, `${local}@${host}`, `${local}%40${host}`]
  const written = parts.flatMap((part) => [
    part,
    part.toUpperCase(),
    encodeURIComponent(part),
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    part.normalize('NFD'),
  ])
  const others = [
    '@',
    '%40',
    '%',
    '40',
    '25',
    '2',
    ' ',
    '.',
    'K',
    'ſ',
    '\u0345',
    '\ud83d',
    '\udce7',
    'bücher',
  ]
  const piece = fc.constantFrom(...new Set([...written, ...others, `@${host}`, `%40${host}`]))
  return fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
}

test.each(addresses)('%s is found where its expression matches', (address) => {
  let places = 0
  fc.assert(
    fc.property(textFor(address), (text) => {
      const expected = matched(address, text)
      expect(found(address, text)).toEqual(expected)
      places += expected.length
    }),
    { numRuns: runs(500) },
  )
  expect(places).toBeGreaterThan(10)
})

test('an address is found at the border of two pieces of a long text', () => {
  for (let before = 65_500; before < 65_560; before += 1) {
    const text = `${'.'.repeat(before)}<Ada%40example.com> ${'.'.repeat(65_500)}<ada@example.com>`
    expect(found('ada@example.com', text)).toEqual(matched('ada@example.com', text))
  }
})

const percents = `${'%'.repeat(64)}@x.com`

test.each([
  ['of what its local part has', percents, '%'.repeat(10_000_000)],
  ['of what it nearly is', percents, `${'%'.repeat(63)}@x.com`.repeat(100_000)],
  ['of at signs', percents, '@'.repeat(5_000_000)],
  ['of encoded at signs', `${'%40'.repeat(21)}@x.com`, '%40'.repeat(2_000_000)],
  ['of its domain', percents, '@x.com'.repeat(500_000)],
])('a text takes no time of others: one %s', (_name, address, text) => {
  const begun = process.cpuUsage()
  const [first, ...more] = [...redactorOf(address).text(text)]
  expect([first, ...more].every((step) => step === undefined)).toBe(true)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(500)
})

test('others may run between the places and the pieces of a text', () => {
  const stepsOf = (text: string) => [...redactorOf('ada@example.com').text(text)].length
  expect(stepsOf('.'.repeat(10_000_000))).toBeGreaterThan(100)
  expect(stepsOf('<ada@example.com>'.repeat(100_000))).toBeGreaterThan(1000)
  const text = '<ada@example.com>'.repeat(10_000)
  expect(runAtOnce(redactorOf('ada@example.com').text(text))).toBe(`<${erasedAddress}>`.repeat(10_000))
})
