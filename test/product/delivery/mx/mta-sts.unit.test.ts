import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressGuard } from '../../../../server/mail/network/address-guard.js'
import { fetchPolicyFile } from '../../../../server/product/delivery/mx/mta-sts/fetch.js'
import {
  matchesPolicy,
  stsPolicies,
  type StsPolicies,
} from '../../../../server/product/delivery/mx/mta-sts/policies.js'
import { openResolver } from '../../../../server/mail/dns/open-resolver.js'
import { guardedLookup } from '../../../../server/mail/network/guarded-lookup.js'
import { certificatePem, rootCertificate } from '../../../support/mail-servers/certificates.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { policyFile, startPolicyHost, type PolicyHost } from '../../../support/mail-servers/policy-host.js'
import { switchingProtocols } from '../../../support/network/switching-protocols.js'

const announcement = '_mta-sts.shop.example'
const enforce = { mode: 'enforce', mx: ['mx1.shop.example'] }
const minute = 60_000
const day = 24 * 60 * minute

let dns: TestDns
let host: PolicyHost
let policies: StsPolicies
let now: number
beforeEach(async () => {
  now = 1_000_000
  dns = await startDns({
    'shop.example': {},
    [announcement]: { TXT: ['v=STSv1; id=20260101;'] },
    'mta-sts.shop.example': { A: ['127.0.0.1'] },
  })
  host = await startPolicyHost()
  host.reply = policyFile('enforce', enforce.mx)
  policies = policiesOf(host)
})
afterEach(async () => {
  await host.close()
  await dns.close()
})

function policiesOf({ port }: PolicyHost, allowed = ['127.0.0.0/8'], ca = rootCertificate): StsPolicies {
  const resolver = openResolver([dns.server], { now: () => now, tryMs: 1_000 })
  const lookup = guardedLookup(resolver, addressGuard(allowed))
  return stsPolicies({
    resolver,
    fetchFile: (domain) => fetchPolicyFile(domain, { lookup, port, ca }),
    log: pino({ enabled: false }),
    now: () => now,
  })
}
const policy = async (from = policies) => {
  const found = await from.of('shop.example')
  return found && { mode: found.mode, mx: found.mx }
}

describe('a policy', () => {
  test('is fetched from its host over verified TLS, once', async () => {
    expect(await Promise.all([policy(), policy(), policy()])).toEqual([enforce, enforce, enforce])
    expect(await policy()).toEqual(enforce)
    expect(host.asked).toEqual(['mta-sts.shop.example /.well-known/mta-sts.txt'])
  })

  test.each(['testing', 'none'])('can be %s', async (mode) => {
    host.reply = policyFile(mode, ['mx1.shop.example'])
    expect(await policy()).toEqual({ ...enforce, mode })
  })

  test('is fetched again when its id changes, and when it is a day old', async () => {
    await policy()
    host.reply = policyFile('enforce', ['new.shop.example'])
    dns.zone[announcement] = { TXT: ['v=STSv1; id=20260102'] }
    now += 2 * minute
    expect(await policy()).toMatchObject({ mx: ['new.shop.example'] })
    host.reply = policyFile('testing', ['newer.shop.example'])
    now += day
    expect(await policy()).toMatchObject({ mode: 'testing' })
    expect(host.asked).toHaveLength(3)
  })

  test('stays when its announcement is gone or cannot be looked up', async () => {
    await policy()
    delete dns.zone[announcement]
    now += 2 * minute
    expect(await policy()).toEqual(enforce)
    dns.zone[announcement] = { fails: 'SERVFAIL' }
    now += 2 * minute
    expect(await policy()).toEqual(enforce)
  })

  test('stays when a newer one cannot be fetched, which is tried again minutes later', async () => {
    await policy()
    const fresh = policyFile('none', [])
    host.reply = (response) => response.writeHead(500).end()
    dns.zone[announcement] = { TXT: ['v=STSv1; id=2'] }
    now += 2 * minute
    expect(await policy()).toEqual(enforce)
    expect(await policy()).toEqual(enforce)
    expect(host.asked).toHaveLength(2)
    host.reply = fresh
    now += 6 * minute
    expect(await policy()).toEqual({ mode: 'none', mx: [] })
  })

  test('ends with its time', async () => {
    host.reply = policyFile('enforce', enforce.mx, 600)
    await policy()
    host.reply = (response) => response.writeHead(404).end()
    delete dns.zone[announcement]
    now += 9 * minute
    expect(await policy()).toEqual(enforce)
    now += 2 * minute
    expect(await policy()).toBeUndefined()
  })
})

describe('there is no policy', () => {
  test.each([
    ['no announcement', []],
    ['two of them', ['v=STSv1; id=1', 'v=STSv1; id=2']],
    ['no id', ['v=STSv1;']],
    ['another version', ['v=STSv2; id=1']],
  ])('with %s, and nothing is fetched', async (_, TXT) => {
    dns.zone[announcement] = { TXT }
    expect(await policy()).toBeUndefined()
    expect(host.asked).toEqual([])
  })

  const replying =
    (status: number, headers: Record<string, string>) =>
    (response: Parameters<Exclude<PolicyHost['reply'], string>>[0]) =>
      void response.writeHead(status, headers).end(policyFile('enforce', enforce.mx))
  test.each([
    ['a file of more than 64 KiB', policyFile('enforce', enforce.mx) + 'x'.repeat(64 * 1024)],
    ['another type', replying(200, { 'Content-Type': 'text/html' })],
    ['a redirect', replying(302, { Location: '/other', 'Content-Type': 'text/plain' })],
    ['an error', replying(404, { 'Content-Type': 'text/plain' })],
    ['a file that is none', 'hello'],
    ['no max_age', 'version: STSv1\nmode: enforce\nmx: mx1.shop.example\n'],
    ['a connection that ends', (response: { destroy(): void }) => response.destroy()],
    ['another protocol', (response) => void response.socket?.write(switchingProtocols)],
  ] satisfies [string, PolicyHost['reply']][])('with %s', async (_, reply) => {
    host.reply = reply
    expect(await policy()).toBeUndefined()
    expect(host.asked).toHaveLength(1)
  })

  test('where the certificate is for another host, or of an unknown authority', async () => {
    const other = await startPolicyHost('other')
    other.reply = host.reply
    expect(await policy(policiesOf(other))).toBeUndefined()
    await other.close()
    expect(await policy(policiesOf(host, ['127.0.0.0/8'], certificatePem('intermediate')))).toBeUndefined()
    expect([...other.asked, ...host.asked]).toEqual([])
  })

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fd00::1',
  ])(
    'where its host leads to %s, which is not on the internet, and nothing is sent there',
    async (address) => {
      const records = address.includes(':') ? { AAAA: [address] } : { A: [address] }
      dns.zone['mta-sts.shop.example'] = records
      const lookup = guardedLookup(openResolver([dns.server], { tryMs: 1_000 }), addressGuard([]))
      const fetched = fetchPolicyFile('shop.example', { lookup, port: host.port, ca: rootCertificate })
      await expect(fetched).rejects.toThrow('mta-sts.shop.example is not on the public internet')
      expect(host.asked).toEqual([])
    },
  )

  test('where its file does not end in time, however little comes at a time', async () => {
    const lookup = guardedLookup(openResolver([dns.server], { tryMs: 1_000 }), addressGuard(['127.0.0.0/8']))
    host.reply = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' })
      const drop = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(drop))
    }
    const options = { lookup, port: host.port, ca: rootCertificate, limitMs: 500 }
    await expect(fetchPolicyFile('shop.example', options)).rejects.toThrow(/abort|timeout/i)
  })
})

test.each([
  ['mx1.shop.example', true],
  ['MX1.shop.example', true],
  ['a.mail.example', true],
  ['a.b.mail.example', false],
  ['mail.example', false],
  ['xmail.example', false],
  ['mx2.shop.example', false],
])('%s is listed: %s', (name, listed) => {
  expect(matchesPolicy(name, { mode: 'enforce', mx: ['mx1.shop.example', '*.mail.example'] })).toBe(listed)
})
