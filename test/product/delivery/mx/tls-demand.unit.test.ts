import { createHash, X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StsPolicy } from '../../../../server/product/delivery/mx/mta-sts/policies.js'
import type { TlsaRecord } from '../../../../server/mail/dns/resolver.js'
import { certificatePem } from '../../../support/mail-servers/certificates.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { connectorFor, reached, startHosts, whyNot, type Hosts } from '../../../support/mail-servers/mx.js'
import { afterHandshake } from '../../../support/mail-servers/starttls.js'

const first = '127.0.2.1'
const second = '127.0.2.2'
const fingerprint = createHash('sha256')
  .update(new X509Certificate(certificatePem('leaf')).raw)
  .digest()
const record: TlsaRecord = { usage: 3, selector: 0, matchingType: 1, data: fingerprint }

let dns: TestDns
let hosts: Hosts
beforeAll(async () => {
  hosts = await startHosts([first, second])
  dns = await startDns({
    'shop.example': {
      MX: [
        [10, 'mx1.shop.example'],
        [20, 'mx2.shop.example'],
      ],
    },
    'mx1.shop.example': { A: [first], authentic: true },
    'mx2.shop.example': { A: [second], authentic: true },
  })
})
afterEach(() => {
  for (const host of ['mx1', 'mx2']) delete dns.zone[tlsaName(host)]
})
afterAll(async () => {
  await hosts.close()
  await dns.close()
})

const tlsaName = (host: string) => `_${hosts.port}._tcp.${host}.shop.example`
const connector = (policy?: StsPolicy) =>
  connectorFor(dns, hosts.port, policy && { policies: { 'shop.example': policy } })
const demandOf = async (policy?: StsPolicy) => (await reached(connector(policy), 'shop.example')).tls

/** Returns the verdict of a demand on a server's certificate. */
async function judge(demand: Awaited<ReturnType<typeof demandOf>>, ...shown: [string, ...string[]]) {
  if (demand.mode !== 'required') throw new Error(`nothing is required: ${demand.mode}`)
  return afterHandshake(shown, demand.servername, demand.verify)
}

describe('DANE', () => {
  test('demands the certificate that an authenticated record names, for the policy', async () => {
    dns.zone[tlsaName('mx1')] = { TLSA: [record], authentic: true }
    const demand = await demandOf()
    expect(demand).toMatchObject({ mode: 'required', servername: 'mx1.shop.example', failure: 'tls_policy' })
    expect(demand).toMatchObject({ authentication: 'dane' })
    expect(await judge(demand, 'leaf')).toBeUndefined()
    expect(await judge(demand, 'other')).toBeDefined()
  })

  test('demands nothing by a record that is not authenticated', async () => {
    dns.zone[tlsaName('mx1')] = { TLSA: [record] }
    expect(await demandOf()).toEqual({ mode: 'opportunistic', servername: 'mx1.shop.example' })
  })

  test('demands encryption, with any certificate, by records that cannot be used', async () => {
    dns.zone[tlsaName('mx1')] = { TLSA: [{ ...record, usage: 1 }], authentic: true }
    const demand = await demandOf()
    expect(demand).toMatchObject({ mode: 'required', failure: 'tls_policy' })
    expect(demand).not.toHaveProperty('authentication')
    expect(await judge(demand, 'other')).toBeUndefined()
  })

  test('leaves out records that cannot be used where others can', async () => {
    dns.zone[tlsaName('mx1')] = { TLSA: [{ ...record, usage: 1 }, record], authentic: true }
    expect(await judge(await demandOf(), 'other')).toBeDefined()
  })

  test('passes over a host whose records cannot be looked up, and fails where it is the last', async () => {
    dns.zone[tlsaName('mx1')] = { fails: 'SERVFAIL' }
    expect(await reached(connector(), 'shop.example')).toMatchObject({ address: second })
    dns.zone[tlsaName('mx2')] = { fails: 'SERVFAIL' }
    expect(await whyNot(connector(), 'shop.example')).toMatchObject({
      step: 'resolve',
      failure: 'tls_policy',
    })
  })
})

describe('MTA-STS', () => {
  test('demands a certificate for the host of an authority that is known, when enforced', async () => {
    const demand = await demandOf({ mode: 'enforce', mx: ['*.shop.example'] })
    expect(demand).toMatchObject({ mode: 'required', servername: 'mx1.shop.example', failure: 'tls_policy' })
    expect(await judge(demand, 'leaf')).toBeUndefined()
    expect(await judge(demand, 'other')).toBeDefined()
    expect(demand).toMatchObject({ authentication: 'mta_sts' })
    expect(await judge(demand, 'deep')).toBeDefined()
    expect(await judge(demand, 'deep', 'intermediate')).toBeUndefined()
  })

  test('passes over hosts that it does not list, and fails where it lists none', async () => {
    const policy: StsPolicy = { mode: 'enforce', mx: ['mx2.shop.example'] }
    expect(await reached(connector(policy), 'shop.example')).toMatchObject({ address: second })
    expect(await whyNot(connector({ ...policy, mx: ['other.example'] }), 'shop.example')).toMatchObject({
      step: 'resolve',
      failure: 'tls_policy',
    })
  })

  test('demands nothing in testing, but the log says what it would have', async () => {
    const testing = connector({ mode: 'testing', mx: ['other.example'] })
    expect((await reached(testing, 'shop.example')).tls.mode).toBe('opportunistic')
    expect(testing.logs.join()).toContain('mx1.shop.example')
    const listed = connector({ mode: 'testing', mx: ['mx1.shop.example'] })
    expect((await reached(listed, 'shop.example')).tls.mode).toBe('opportunistic')
    expect(listed.logs).toEqual([])
  })

  test('demands nothing when it is none', async () => {
    expect((await demandOf({ mode: 'none', mx: [] })).mode).toBe('opportunistic')
  })

  test('gives way to DANE', async () => {
    dns.zone[tlsaName('mx1')] = { TLSA: [record], authentic: true }
    expect(await judge(await demandOf({ mode: 'enforce', mx: ['other.example'] }), 'leaf')).toBeUndefined()
  })

  test('stands where the records of DANE cannot be used', async () => {
    dns.zone[tlsaName('mx1')] = { TLSA: [{ ...record, usage: 1 }], authentic: true }
    expect(await judge(await demandOf({ mode: 'enforce', mx: ['*.shop.example'] }), 'other')).toBeDefined()
  })
})
