import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import {
  connectorFor,
  reached,
  startDeafHost,
  startHosts,
  whyNot,
  type Hosts,
  type TestConnector,
} from '../../../support/mail-servers/mx.js'

// 127.0.1.9 listens on no port.
const first = '127.0.1.1'
const second = '127.0.1.2'
const dead = '127.0.1.9'

let dns: TestDns
let hosts: Hosts
let connector: TestConnector
beforeAll(async () => {
  hosts = await startHosts([first, second])
  dns = await startDns({
    'shop.example': {
      MX: [
        [20, 'mx2.shop.example'],
        [10, 'MX1.shop.example'],
      ],
    },
    'mx1.shop.example': { A: [first] },
    'mx2.shop.example': { A: [second] },
    'dead.shop.example': { A: [dead] },
    'forbidden.shop.example': { A: ['10.0.0.1'], AAAA: ['::ffff:10.0.0.2', 'fd00::1'] },
    'broken.shop.example': { fails: 'SERVFAIL' },
  })
  connector = connectorFor(dns, hosts.port)
})
afterAll(async () => {
  await hosts.close()
  await dns.close()
})

/** Gives a domain these hosts, best first. */
function domainWith(...names: string[]): string {
  const domain = `d${Object.keys(dns.zone).length}.example`
  dns.zone[domain] = { MX: names.map((name, i) => [i, name]) }
  return domain
}

describe('the host', () => {
  test('is the one with the lowest preference', async () => {
    const connected = await reached(connector, 'shop.example')
    expect(connected).toMatchObject({ host: `mx1.shop.example:${hosts.port}`, address: first })
    expect(connected.tls).toEqual({ mode: 'opportunistic', servername: 'mx1.shop.example' })
  })

  test('is the next one where the best does not take the connection', async () => {
    const domain = domainWith('dead.shop.example', 'mx2.shop.example')
    expect(await reached(connector, domain)).toMatchObject({ address: second })
  })

  test.each(['nowhere.example', 'broken.shop.example', 'forbidden.shop.example'])(
    'is the next one where the best is %s',
    async (name) => {
      expect(await reached(connector, domainWith(name, 'mx2.shop.example'))).toMatchObject({
        address: second,
      })
    },
  )

  test('is another one where an address is to be avoided', async () => {
    expect(await reached(connector, 'shop.example', [first])).toMatchObject({ address: second })
    expect(await whyNot(connector, 'shop.example', [first, second])).toMatchObject({ failure: 'connect' })
    dns.zone['pair.example'] = { A: [first, second] }
    for (let i = 0; i < 10; i++)
      expect(await reached(connector, 'pair.example', [second])).toMatchObject({ address: first })
  })

  test('is the next address of the same host where one is dead, of whichever family', async () => {
    dns.zone['twice.example'] = { A: [dead, first] }
    expect(await reached(connector, 'twice.example')).toMatchObject({ address: first })
    dns.zone['both.example'] = { A: [dead], AAAA: ['::1'] }
    const six = await startHosts(['::1'], hosts.port)
    expect(await reached(connector, 'both.example')).toMatchObject({ address: '::1' })
    await six.close()
  })

  test('is any of those that are equal', async () => {
    dns.zone['equal.example'] = {
      MX: [
        [5, 'mx1.shop.example'],
        [5, 'mx2.shop.example'],
      ],
    }
    const seen = new Set<string>()
    for (let i = 0; i < 60 && seen.size < 2; i++)
      seen.add((await reached(connector, 'equal.example')).address)
    expect(seen).toEqual(new Set([first, second]))
  })

  test('is the domain itself where it has no MX, by IPv4 or IPv6', async () => {
    dns.zone['plain.example'] = { A: [first] }
    expect(await reached(connector, 'plain.example')).toMatchObject({
      host: `plain.example:${hosts.port}`,
      address: first,
    })
    dns.zone['six.example'] = { AAAA: ['::1'] }
    const six = await startHosts(['::1'], hosts.port)
    expect(await reached(connector, 'six.example')).toMatchObject({ address: '::1' })
    await six.close()
  })

  test('is found through aliases, of the domain and of the host', async () => {
    dns.zone['alias.example'] = { CNAME: 'shop.example' }
    dns.zone['host-alias.example'] = { CNAME: 'mx2.shop.example' }
    expect(await reached(connector, 'alias.example')).toMatchObject({ address: first })
    expect(await reached(connector, domainWith('host-alias.example'))).toMatchObject({ address: second })
  })

  test('is found for an internationalised domain', async () => {
    dns.zone['xn--bcher-kva.example'] = { MX: [[1, 'mx2.shop.example']] }
    expect(await reached(connector, 'xn--bcher-kva.example')).toMatchObject({ address: second })
  })
})

describe('there is no connection', () => {
  test('to a domain that does not exist', async () => {
    expect(await whyNot(connector, 'nowhere.example')).toMatchObject({
      step: 'resolve',
      failure: 'no_such_domain',
      message: 'nowhere.example does not exist.',
    })
  })

  test('to a domain with neither MX nor addresses', async () => {
    dns.zone['empty.example'] = { TXT: ['v=spf1 -all'] }
    expect(await whyNot(connector, 'empty.example')).toMatchObject({ failure: 'no_such_domain' })
  })

  test('to a domain that takes no mail, even where it has an address', async () => {
    dns.zone['null.example'] = { MX: [[0, '.']], A: [first] }
    expect(await whyNot(connector, 'null.example')).toMatchObject({ step: 'resolve', failure: 'null_mx' })
  })

  test('where the DNS fails: for the domain, for its address, for its host', async () => {
    const dnsFailure = { step: 'resolve', failure: 'dns' }
    expect(await whyNot(connector, 'broken.shop.example')).toMatchObject(dnsFailure)
    dns.zone['half.example'] = { fails: { A: 'SERVFAIL', AAAA: 'SERVFAIL' } }
    expect(await whyNot(connector, 'half.example')).toMatchObject(dnsFailure)
    expect(await whyNot(connector, domainWith('broken.shop.example'))).toMatchObject(dnsFailure)
  })

  test('where the hosts do not exist, which is no fault of the domain', async () => {
    expect(await whyNot(connector, domainWith('nowhere.example', 'neither.example'))).toMatchObject({
      step: 'resolve',
      failure: 'dns',
    })
  })

  test('where all hosts are on networks that are not the internet', async () => {
    const strict = connectorFor(dns, hosts.port, { allowed: [] })
    const forbidden = { step: 'resolve', failure: 'forbidden_address' }
    expect(await whyNot(strict, 'shop.example')).toMatchObject(forbidden)
    expect(await whyNot(connector, domainWith('forbidden.shop.example'))).toMatchObject(forbidden)
    expect(
      await whyNot(connector, domainWith('forbidden.shop.example', 'broken.shop.example')),
    ).toMatchObject({ failure: 'dns' })
    const seen = hosts.connected.length
    const some = connectorFor(dns, hosts.port, { allowed: [second] })
    expect(await reached(some, 'shop.example')).toMatchObject({ address: second })
    expect(hosts.connected.slice(seen)).not.toContain(first)
  })

  test('where nobody takes it; the text names the last address', async () => {
    const refused = await whyNot(connector, domainWith('dead.shop.example', 'nowhere.example'))
    expect(refused).toMatchObject({ step: 'connect', failure: 'connect' })
    expect(refused.message).toContain(`dead.shop.example [${dead}]:${hosts.port}`)
  })
})

test('a host that does not answer is given up', async () => {
  const deaf = await startDeafHost(first)
  const impatient = connectorFor(dns, deaf.port, { connectMs: 100 })
  dns.zone['deaf.example'] = { A: [first] }
  expect(await whyNot(impatient, 'deaf.example')).toMatchObject({
    step: 'connect',
    failure: 'timeout',
  })
  await deaf.close()
})

test('hundreds of hosts are not all looked up', async () => {
  const many = domainWith(...Array.from({ length: 300 }, (_, i) => `h${i}.nowhere.example`))
  dns.asked.length = 0
  await whyNot(connector, many)
  const looked = dns.asked.filter((question) => question.startsWith('A h')).sort()
  expect(looked).toEqual(Array.from({ length: 10 }, (_, i) => `A h${i}.nowhere.example`))
})
