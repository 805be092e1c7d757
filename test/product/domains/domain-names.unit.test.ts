import { expect, test } from 'vitest'
import { domainName, isPublicSuffix } from '../../../server/product/domains/names.js'

test.each([
  ['Shop.Example', 'shop.example'],
  ['shop.example.', 'shop.example'],
  ['müller.example', 'xn--mller-kva.example'],
  ['XN--MLLER-KVA.example', 'xn--mller-kva.example'],
])('%s is kept as %s', (given, kept) => {
  expect(domainName(given)).toBe(kept)
})

test.each([
  'localhost',
  '192.0.2.1',
  'ada@shop.example',
  'https://shop.example',
  'shop..example',
  'shop.example..',
  '.',
])('%s is no domain', (given) => {
  expect(domainName(given)).toBeUndefined()
})

test.each(['co.uk', 'xn--55qx5d.cn', 'anything.ck', 'foo.kawasaki.jp'])(
  'anybody registers below %s',
  (name) => {
    expect(isPublicSuffix(name)).toBe(true)
  },
)

// Whoever lets others have names below a domain of theirs may send as it.
test.each(['shop.co.uk', 'www.ck', 'city.kawasaki.jp', 'github.io', 'shop.example', 'mail.shop.example'])(
  'somebody has %s',
  (name) => {
    expect(isPublicSuffix(name)).toBe(false)
  },
)
