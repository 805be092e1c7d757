import { createHash, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { certificatePem, identity } from '../../../support/mail-servers/certificates.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { inbox, messageTo, read, send, untilLog } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { startSmtpServer, type TestSmtpServer } from '../../../support/mail-servers/smtp.js'
import { mxEnv } from '../../../support/mail-servers/mx.js'
import { until } from '../../../support/time/until.js'

const first = '127.0.3.1'
const second = '127.0.3.2'

let port: number
let dns: TestDns
let best: TestSmtpServer
let other: TestSmtpServer
let service: TestService
beforeAll(async () => {
  port = await heldPort()
  dns = await startDns()
  best = await startHost(first, 'leaf')
  other = await startHost(second, 'other')
  service = await startTestService({
    env: mxEnv(dns, '127.0.3.0/24'),
    delivery: { mxPort: port },
  })
})
beforeEach(() => {
  best.received.length = 0
  other.received.length = 0
})
afterAll(async () => {
  await service.stop()
  await best.close()
  await other.close()
  await dns.close()
})

function startHost(address: string, certificate: string): Promise<TestSmtpServer> {
  const options = { disabledCommands: ['AUTH' as const], ...identity(certificate) }
  return startSmtpServer(port, undefined, options, address)
}

let counter = 0
/** A domain with these hosts, best first. */
function newDomain(...addresses: string[]): string {
  const domain = `d${++counter}.example`
  dns.zone[domain] = { MX: addresses.map((_, i) => [10 * (i + 1), `mx${i + 1}.${domain}`]) }
  addresses.forEach((address, i) => {
    dns.zone[`mx${i + 1}.${domain}`] = { A: [address], authentic: true }
  })
  return domain
}

/** Publishes a TLSA record that demands a certificate of the first host of a domain. */
function demand(domain: string, certificate: string): void {
  const { raw } = new X509Certificate(certificatePem(certificate))
  const data = createHash('sha256').update(raw).digest()
  dns.zone[`_${port}._tcp.mx1.${domain}`] = {
    TLSA: [{ usage: 3, selector: 0, matchingType: 1, data }],
    authentic: true,
  }
}

const delivered = (message: { id: string }) =>
  untilLog(service, message, (log) => log.status === 'delivered', 'the delivery')

test("mail goes to the domain's best host, over TLS, and the log names it", async () => {
  const domain = newDomain(first, second)
  const log = await delivered(await send(service, `anna@${domain}`))
  expect(log.attempts[0]).toMatchObject({
    reply: { code: 250, host: `mx1.${domain}:${port}` },
    server: { name: `mx1.${domain}`, address: first, port },
    tls: { version: 'TLSv1.3', authentication: 'none' },
  })
  const { body } = await read(service, `/v1/message-logs/${log.id}`)
  const said = (body as typeof log).attempts[0]?.conversation?.split('\n') ?? []
  expect(said[0]).toBe(`* connected to mx1.${domain} (${first}), port ${port}`)
  expect(said.find((line) => line.startsWith('* encrypted'))).toMatch(/TLSv1\.3.*authentication: none$/)
  expect(said.at(-1)).toMatch(/^S: 250 /)
  expect(best.received).toMatchObject([{ to: [`anna@${domain}`], secure: true }])
  expect(best.received[0]?.from).toMatch(/^b\+.+@bounces\.sender\.example$/)
  expect(other.received).toEqual([])
})

test('it goes to the next where the best is down', async () => {
  const domain = newDomain('127.0.3.9', second)
  const log = await delivered(await send(service, `anna@${domain}`))
  expect(log.attempts).toHaveLength(1)
  expect(log.attempts[0]?.reply?.host).toBe(`mx2.${domain}:${port}`)
  expect(other.received).toHaveLength(1)
})

test('a host whose certificate is the one that DANE demands is delivered to', async () => {
  const domain = newDomain(first)
  demand(domain, 'leaf')
  const log = await delivered(await send(service, `anna@${domain}`))
  expect(log.attempts[0]?.tls).toMatchObject({ authentication: 'dane' })
  expect(best.received).toMatchObject([{ secure: true }])
})

test('a host with another certificate gets nothing: mail goes to the next, or waits', async () => {
  const domain = newDomain(first, second)
  demand(domain, 'root')
  const log = await delivered(await send(service, `anna@${domain}`))
  expect(log.attempts[0]?.reply?.host).toBe(`mx2.${domain}:${port}`)
  expect(log.attempts[0]?.server).toMatchObject({ name: `mx2.${domain}`, address: second })

  const lonely = newDomain(first)
  demand(lonely, 'root')
  const waiting = await untilLog(
    service,
    await send(service, `anna@${lonely}`),
    (log) => log.status === 'deferred',
    'the deferral',
  )
  expect(waiting.attempts[0]?.error).toContain('TLSA')
  expect(best.received).toEqual([])
})

test.each([
  ['that takes no mail', { MX: [[0, '.']] as const }],
  ['that does not exist', undefined],
])('mail to a domain %s bounces at once', async (_, entry) => {
  const domain = `d${++counter}.example`
  if (entry) dns.zone[domain] = entry
  const message = await send(service, `anna@${domain}`)
  const log = await untilLog(service, message, (one) => one.status === 'bounced', 'the bounce')
  expect(log.attempts).toMatchObject([
    { outcome: 'bounced', class: 'unknown_domain', server: null, tls: null },
  ])
  expect(log.attempts[0]?.error).toContain(domain)
})

test('mail to a domain whose hosts are on a private network fails', async () => {
  const message = await send(service, `anna@${newDomain('127.0.0.1', '10.0.0.1')}`)
  const log = await untilLog(service, message, (one) => one.status === 'failed', 'the failure')
  expect(log.attempts).toHaveLength(1)
})

test('mail waits where the DNS fails', async () => {
  const domain = newDomain()
  dns.zone[domain] = { fails: 'SERVFAIL' }
  const log = await untilLog(
    service,
    await send(service, `anna@${domain}`),
    (one) => one.status === 'deferred',
    'the deferral',
  )
  expect(log.next_attempt_at).not.toBeNull()
})

test('mail of a test project goes to the sink all the same', async () => {
  const { test_project_id, test_project_key } = service.credentials
  const to = `anna@${newDomain(first)}`
  const body = { ...messageTo(service, to), project_id: test_project_id }
  const reply = await call(service.url, 'post', '/v1/messages', { key: test_project_key, body })
  expect(reply.status).toBe(202)
  await until(async () => (await inbox(service.url, to)).length === 1, 'the mail in the sink')
  expect(best.received).toEqual([])
})
