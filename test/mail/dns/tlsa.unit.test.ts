import { afterEach, beforeEach, expect, test } from 'vitest'
import { openResolver } from '../../../server/mail/dns/open-resolver.js'
import { DnsFailure, type TlsaRecord } from '../../../server/mail/dns/resolver.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'

const record: TlsaRecord = { usage: 3, selector: 1, matchingType: 1, data: Buffer.alloc(32, 7) }
const name = '_25._tcp.mx.example'

let dns: TestDns
beforeEach(async () => {
  dns = await startDns({ 'mx.example': { A: ['192.0.2.1'], authentic: true } })
})
afterEach(() => dns.close())
const lookUp = () => openResolver([dns.server], { tryMs: 1_000 }).tlsa('mx.example', 25)

test('records that are authenticated are taken', async () => {
  dns.zone[name] = { TLSA: [record], authentic: true }
  expect(await lookUp()).toEqual({ records: [record], exists: true })
  expect(dns.asked).toEqual([`TLSA ${name}`])
})

test('records that anybody can have forged are not', async () => {
  dns.zone[name] = { TLSA: [record] }
  expect((await lookUp()).records).toEqual([])
})

test('that there are none is an answer', async () => {
  expect(await lookUp()).toEqual({ records: [], exists: false })
  dns.zone[name] = { TXT: ['something else'], authentic: true }
  expect(await lookUp()).toEqual({ records: [], exists: true })
})

test('an alias leads to the records of the other name', async () => {
  dns.zone[name] = { CNAME: 'shared.example', authentic: true }
  dns.zone['shared.example'] = { TLSA: [record], authentic: true }
  expect((await lookUp()).records).toEqual([record])
})

test('an answer that does not fit is fetched over TCP', async () => {
  dns.zone[name] = { TLSA: [record], authentic: true, truncated: true }
  expect((await lookUp()).records).toEqual([record])
  expect(dns.asked).toEqual([`TLSA ${name}`, `TLSA ${name} TCP`])
})

test('a failure in a signed zone may hide records', async () => {
  dns.zone[name] = { fails: 'SERVFAIL' }
  await expect(lookUp()).rejects.toThrow(DnsFailure)
  dns.zone[name] = { fails: 'silent' }
  await expect(lookUp()).rejects.toThrow('ETIMEOUT')
})

test('a failure in a zone without DNSSEC hides none that would count', async () => {
  dns.zone['mx.example'] = { A: ['192.0.2.1'] }
  dns.zone[name] = { fails: 'NOTIMP' }
  expect((await lookUp()).records).toEqual([])
})

test('where the zone cannot be asked about either, it is a failure', async () => {
  dns.zone['mx.example'] = { fails: 'SERVFAIL' }
  dns.zone[name] = { fails: 'SERVFAIL' }
  await expect(lookUp()).rejects.toThrow(DnsFailure)
})

test('an answer to another question is not taken for this one', async () => {
  dns.zone[name] = { TLSA: [record], authentic: true }
  const forged = { ...record, data: Buffer.alloc(32, 66) }
  dns.forge = (reply) => {
    const answers = [{ name, type: 'TLSA' as const, data: { ...forged, certificate: forged.data } }]
    return [
      { ...reply, answers, id: (reply.id ?? 0) ^ 1 },
      { ...reply, answers, questions: [{ type: 'TLSA', name: '_25._tcp.other.example' }] },
      { ...reply, answers, questions: [{ type: 'A', name }] },
      { ...reply, answers, questions: [] },
    ]
  }
  expect((await lookUp()).records).toEqual([record])
})

test('the next server is asked where one fails', async () => {
  const broken = await startDns({ [name]: { fails: 'SERVFAIL' } })
  dns.zone[name] = { TLSA: [record], authentic: true }
  expect((await openResolver([broken.server, dns.server]).tlsa('mx.example', 25)).records).toEqual([record])
  await broken.close()
})
