import { expect, test } from 'vitest'
import { canonicalDomain } from '../../server/domains/domain-name.js'

test.each([
  ['shop.example', 'shop.example'],
  ['Shop.EXAMPLE', 'shop.example'],
  ['shop.example.', 'shop.example'],
  ['müller.example', 'xn--mller-kva.example'],
  ['MÜLLER.example', 'xn--mller-kva.example'],
  ['XN--MLLER-KVA.example', 'xn--mller-kva.example'],
  ['日本。example', 'xn--wgv71a.example'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
])('%s is %s', (text, canonical) => {
  expect(canonicalDomain(text)).toBe(canonical)
})

test.each([
  '',
  '.',
  'localhost',
  'shop..example',
  '.shop.example',
  'shop.example..',
  '-shop.example',
  'shop-.example',
  'sh op.example',
  'sh\top.example',
  '_dmarc.shop.example',
  'ada@shop.example',
  'shop.example:25',
  'shop.example/path',
  'shop.example#x',
  'https://shop.example',
  '%73hop.example',
  '127.0.0.1',
  '1.2',
  '[::1]',
  'xn--a.example',
  `${'a'.repeat(64)}.example`,
  `${`${'a'.repeat(60)}.`.repeat(5)}example`,
])('"%s" is no domain', (text) => {
  expect(canonicalDomain(text)).toBeUndefined()
})
