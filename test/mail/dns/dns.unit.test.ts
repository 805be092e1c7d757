import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openResolver } from '../../../server/mail/dns/open-resolver.js'
import { DnsFailure, type Resolver } from '../../../server/mail/dns/resolver.js'
import { startDns, type TestDns, type Zone } from '../../support/domains/dns.js'

/** A text as long as a 2048-bit key: in two strings, as the DNS carries it. */
const long = ['k'.repeat(255), 'k'.repeat(155)]

const zone: Zone = {
  'shop.example': {
    MX: [
      [20, 'mx2.shop.example'],
      [10, 'mx1.shop.example'],
    ],
    TXT: ['one string', ['two ', 'strings']],
  },
  'mx1.shop.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
  'alias.example': { CNAME: 'mx1.shop.example' },
  'no-mail.example': { MX: [[0, '.']] },
  'many.example': { MX: Array.from({ length: 300 }, (_, i) => [i, `a-rather-long-name-${i}.many.example`]) },
  'broken.example': { fails: 'SERVFAIL' },
  'refused.example': { fails: 'REFUSED' },
  'silent.example': { fails: 'silent' },
  'half.example': { A: ['192.0.2.7'], fails: { AAAA: 'SERVFAIL' } },
  'nothing-and-broken.example': { fails: { AAAA: 'SERVFAIL' } },
  'short.example': { A: ['192.0.2.8'], ttl: 2 },
  'leads-nowhere.example': { CNAME: 'gone.example' },
  '1.2.0.192.in-addr.arpa': { PTR: ['mx1.shop.example', 'other.example'] },
  '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': { PTR: ['mx1.shop.example'] },
  '9.2.0.192.in-addr.arpa': { fails: 'SERVFAIL' },
  'key.example': { TXT: [long, ...Array.from({ length: 40 }, (_, i) => `another text, number ${i}`)] },
  'never.example': { A: ['192.0.2.9'], ttl: 0 },
}

let dns: TestDns
let resolver: Resolver
let now = 1000
beforeAll(async () => {
  dns = await startDns(zone)
})
beforeEach(() => {
  dns.asked.length = 0
  resolver = openResolver([dns.server], { now: () => now, tryMs: 1_000 })
})
afterAll(() => dns.close())

describe('answers', () => {
  test('are records, of the kind that was asked for', async () => {
    const mx = await resolver.mx('shop.example')
    expect(mx.exists).toBe(true)
    expect(mx.records).toEqual(
      expect.arrayContaining([
        { exchange: 'mx1.shop.example', preference: 10 },
        { exchange: 'mx2.shop.example', preference: 20 },
      ]),
    )
    expect((await resolver.txt('shop.example')).records).toEqual(['one string', 'two strings'])
    expect((await resolver.addresses('mx1.shop.example')).records).toEqual(['192.0.2.1', '2001:db8::1'])
  })

  test('follow an alias', async () => {
    expect((await resolver.addresses('alias.example')).records).toEqual(['192.0.2.1', '2001:db8::1'])
  })

  test('name what an alias is of, though it leads nowhere', async () => {
    expect((await resolver.cname('alias.example')).records).toEqual(['mx1.shop.example'])
    expect(await resolver.txt('leads-nowhere.example')).toEqual({ records: [], exists: false })
    expect((await resolver.cname('leads-nowhere.example')).records).toEqual(['gone.example'])
    expect(await resolver.cname('shop.example')).toEqual({ records: [], exists: true })
    expect(await resolver.cname('nowhere.example')).toEqual({ records: [], exists: false })
  })

  test('name an address', async () => {
    expect((await resolver.names('192.0.2.1')).records).toEqual(['mx1.shop.example', 'other.example'])
    expect((await resolver.names('::ffff:192.0.2.1')).records).toHaveLength(2)
    expect((await resolver.names('2001:db8::1')).records).toEqual(['mx1.shop.example'])
    expect(await resolver.names('192.0.2.8')).toEqual({ records: [], exists: false })
    // The system's own table of hosts has a name for it.
    expect(await resolver.names('127.0.0.1')).toEqual({ records: [], exists: false })
    await expect(resolver.names('192.0.2.9')).rejects.toThrow('PTR 9.2.0.192.in-addr.arpa (ESERVFAIL)')
  })

  test('show a domain that takes no mail', async () => {
    expect((await resolver.mx('no-mail.example')).records).toEqual([{ exchange: '', preference: 0 }])
  })

  test('come over TCP where they are too long', async () => {
    expect((await resolver.mx('many.example')).records).toHaveLength(300)
    expect(dns.asked).toEqual(['MX many.example', 'MX many.example TCP'])
    const texts = (await resolver.txt('key.example')).records
    expect(texts).toHaveLength(41)
    expect(texts).toContain('k'.repeat(410))
    expect(dns.asked).toContain('TXT key.example TCP')
  })

  test('are what one address family has where the other fails', async () => {
    expect((await resolver.addresses('half.example')).records).toEqual(['192.0.2.7'])
    await expect(resolver.addresses('nothing-and-broken.example')).rejects.toThrow(DnsFailure)
  })
})

describe('nothing', () => {
  test('is an answer, and says whether the name exists', async () => {
    expect(await resolver.mx('mx1.shop.example')).toEqual({ records: [], exists: true })
    expect(await resolver.mx('nowhere.example')).toEqual({ records: [], exists: false })
    expect(await resolver.addresses('nowhere.example')).toEqual({ records: [], exists: false })
    expect(await resolver.txt('nowhere.example')).toEqual({ records: [], exists: false })
    expect(await resolver.addresses('no-mail.example')).toEqual({ records: [], exists: true })
  })

  test('is told from a failure, which names the question', async () => {
    await expect(resolver.mx('broken.example')).rejects.toThrow(DnsFailure)
    await expect(resolver.txt('broken.example')).rejects.toThrow('TXT broken.example (ESERVFAIL)')
    await expect(resolver.mx('refused.example')).rejects.toThrow(DnsFailure)
    await expect(resolver.mx('silent.example')).rejects.toThrow('MX silent.example (ETIMEOUT)')
  })
})

describe('memory', () => {
  test('asks once for many that ask together, and not again', async () => {
    await Promise.all(Array.from({ length: 50 }, () => resolver.mx('shop.example')))
    await resolver.mx('shop.example')
    expect(dns.asked).toEqual(['MX shop.example'])
  })

  test('keeps an answer for as long as it may be kept', async () => {
    const asked = () => dns.asked.filter((question) => question === 'A short.example').length
    await resolver.addresses('short.example')
    now += 1000
    await resolver.addresses('short.example')
    expect(asked()).toBe(1)
    now += 1001
    await resolver.addresses('short.example')
    expect(asked()).toBe(2)
  })

  test('keeps nothing that may not be kept', async () => {
    await resolver.addresses('never.example')
    await resolver.addresses('never.example')
    expect(dns.asked.filter((question) => question === 'A never.example')).toHaveLength(2)
  })

  test('keeps that there is nothing for a minute, and a failure for seconds', async () => {
    const asked = async (question: string, ask: () => Promise<unknown>) => {
      await ask().catch(() => undefined)
      return dns.asked.filter((one) => one === question).length
    }
    const absent = () => asked('MX later.example', () => resolver.mx('later.example'))
    const broken = () => asked('MX broken.example', () => resolver.mx('broken.example'))
    const [first] = [await absent(), await broken()]
    const failures = await broken()
    now += 6000
    expect(await absent()).toBe(first)
    expect(await broken()).toBeGreaterThan(failures)
    now += 60_000
    expect(await absent()).toBe(first + 1)
  })
})
