import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openResolver } from '../../../../server/mail/dns/open-resolver.js'
import { lookUpMx } from '../../../../server/product/inbound/routes/mx.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'

/** Tests the look-up that tells if the mail of domains comes here, by a DNS server of this machine. */

let dns: TestDns
const hostname = 'mail.shop.example'
const lookUp = async (domain: string) =>
  (await lookUpMx(openResolver([dns.server], { tryMs: 1_000 }), hostname, [domain])).get(domain)

beforeAll(async () => {
  dns = await startDns({
    [hostname]: { A: ['192.0.2.25'] },
    'alias.shop.example': { A: ['192.0.2.25'] },
    'mx.else.example': { A: ['192.0.2.99'] },
    'lame.example': { fails: 'SERVFAIL' },
    'silent.example': { fails: 'silent' },
  })
})
afterAll(() => dns.close())

describe('the MX records of a domain', () => {
  test.each([
    ['published', [[10, 'MAIL.shop.example']], ['MAIL.shop.example']],
    [
      'published',
      [
        [20, hostname],
        [10, 'mx.else.example'],
      ],
      ['mx.else.example', hostname],
    ],
    ['published', [[10, 'alias.shop.example']], ['alias.shop.example']],
    ['other', [[10, 'mx.else.example']], ['mx.else.example']],
    ['other', [[0, '.']], ['.']],
    // Nobody knows whether these are this host.
    ['unknown', [[10, 'lame.example']], ['lame.example']],
  ] as const)('are %s: %j', async (mx, records, found) => {
    dns.zone['in.example'] = { MX: records }
    expect(await lookUp('in.example')).toEqual({ mx, found })
  })

  test('are missing where there are none, an address of this host or not', async () => {
    dns.zone['address.example'] = { A: ['192.0.2.25'] }
    expect(await lookUp('address.example')).toEqual({ mx: 'missing', found: [] })
    expect(await lookUp('nothing.example')).toEqual({ mx: 'missing', found: [] })
  })

  test('are unknown where the DNS gives no answer', async () => {
    expect(await lookUp('lame.example')).toEqual({ mx: 'unknown', found: [] })
    expect(await lookUp('silent.example')).toEqual({ mx: 'unknown', found: [] })
  })

  test('are ten at most', async () => {
    dns.zone['many.example'] = {
      MX: Array.from({ length: 12 }, (_, index) => [12 - index, `${12 - index}.many.example`] as const),
    }
    const { found } = (await lookUp('many.example')) ?? {}
    expect(found).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1}.many.example`))
  })

  test('of many domains are looked up at once, each of them once', async () => {
    const domains = Array.from({ length: 50 }, (_, index) => `d${index}.example`)
    dns.asked.length = 0
    const found = await lookUpMx(openResolver([dns.server]), hostname, domains)
    expect([...found.keys()].toSorted()).toEqual(domains.toSorted())
    expect(dns.asked.toSorted()).toEqual(domains.map((domain) => `MX ${domain}`).toSorted())
  })
})
