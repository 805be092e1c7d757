import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openResolver } from '../../../../server/mail/dns/open-resolver.js'
import { nameOf, noName } from '../../../../server/product/domains/dmarc/sources/name-of.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'

/** Tests the names of the addresses in reports, by a DNS that strangers write. */

let dns: TestDns

beforeAll(async () => {
  dns = await startDns()
})
afterAll(() => dns.close())
beforeEach(() => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
  dns.asked.length = 0
})

const address = '8.0.0.7'
const reverse = '7.0.0.8.in-addr.arpa'
const find = (asked = address) => nameOf(asked, openResolver([dns.server], { tryMs: 1_000 }))

test('a name that leads back to its address counts', async () => {
  dns.zone[reverse] = { PTR: ['Mail-7.Out.Big.co.uk'] }
  dns.zone['mail-7.out.big.co.uk'] = { A: ['8.0.0.6', address] }
  expect(await find()).toEqual({ hostname: 'mail-7.out.big.co.uk', network: 'big.co.uk' })
})

test('so it does for IPv6', async () => {
  const nibbles = [...'26064700000000000000000000000007'].reverse().join('.')
  dns.zone[`${nibbles}.ip6.arpa`] = { PTR: ['six.example.com'] }
  dns.zone['six.example.com'] = { AAAA: ['2606:4700:0:0:0:0:0:7'] }
  expect(await find('2606:4700::7')).toEqual({ hostname: 'six.example.com', network: 'example.com' })
})

test.each([
  ['leads elsewhere', { A: ['8.0.0.8'] }],
  ['leads nowhere', {}],
  ['is not there', undefined],
])('a name that %s does not', async (_name, entry) => {
  dns.zone[reverse] = { PTR: ['mail.google.com'] }
  if (entry !== undefined) dns.zone['mail.google.com'] = entry
  expect(await find()).toEqual(noName)
})

test('the first of several that does counts, and only a few are tried', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `n${index}.example.com`)
  dns.zone[reverse] = { PTR: names }
  dns.zone['n19.example.com'] = { A: [address] }
  expect(await find()).toEqual(noName)
  expect(dns.asked.filter((question) => question.startsWith('A '))).toHaveLength(5)
  for (const name of ['n3.example.com', 'n4.example.com']) dns.zone[name] = { A: [address] }
  // The order of the records is the server's, and it answers in that of the zone.
  expect(await find()).toEqual({ hostname: 'n3.example.com', network: 'example.com' })
})

test.each([
  '<script>.example.com',
  'a b.example.com',
  'under_score.example.com',
  'localhost',
  `${'a'.repeat(63)}.`,
  '1.2.3.4',
])('what is no host name is not even asked for: %s', async (name) => {
  dns.zone[reverse] = { PTR: [name] }
  dns.zone[name.toLowerCase()] = { A: [address] }
  expect(await find()).toEqual(noName)
  expect(dns.asked).toHaveLength(1)
})

test.each([
  '10.1.2.3',
  '127.0.0.1',
  '192.168.0.1',
  '192.0.2.1',
  '100.64.0.1',
  '224.0.0.1',
  '::1',
  'fd00::1',
  'fe80::1',
])('nobody is asked about %s', async (inside) => {
  expect(await find(inside)).toEqual(noName)
  expect(dns.asked).toEqual([])
})

test('no answer is another thing than no name', async () => {
  dns.zone[reverse] = { fails: 'SERVFAIL' }
  expect(await find()).toBeUndefined()
  dns.zone[reverse] = { PTR: ['broken.example.com', 'other.example.com'] }
  dns.zone['broken.example.com'] = { fails: 'SERVFAIL' }
  dns.zone['other.example.com'] = { A: ['8.0.0.8'] }
  expect(await find()).toBeUndefined()
  // Where another name leads back, it does not matter.
  dns.zone['other.example.com'] = { A: [address] }
  expect(await find()).toEqual({ hostname: 'other.example.com', network: 'example.com' })
})
