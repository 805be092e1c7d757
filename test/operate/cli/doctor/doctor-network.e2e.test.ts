import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Result } from '../../../../server/operate/cli/doctor/check.js'
import { command } from '../../../support/commands/cli.js'
import { commandProcess } from '../../../support/commands/command-process.js'
import { hostname, startPatient, tlsFile, type Patient } from '../../../support/commands/doctor.js'
import type { Zone } from '../../../support/domains/dns.js'
import { heldPort } from '../../../support/network/ports.js'
import type { Env } from '../../../support/service/process.js'
import { offers, startScriptedServer, type Script } from '../../../support/mail-servers/scripted-smtp.js'

/** Tests that the doctor sees faults of the DNS, of mail that leaves and comes in, and of the public URL. */

let patient: Patient

beforeAll(async () => {
  patient = await startPatient()
})
beforeEach(() => patient.heal())
afterAll(() => patient.close())

const found: Patient['found'] = (...given) => patient.found(...given)

/** The authority of the certificate for localhost. */
const trusted = tlsFile('ca.pem')

test.for<[string, Zone, string, string, RegExp]>([
  ['host name', { [hostname]: {} }, 'failed', 'no address', /^Publish an A or AAAA record/],
  [
    'host name',
    { [hostname]: { A: ['10.0.0.1'] } },
    'warning',
    'not an address of the internet',
    /public address/,
  ],
  [
    'host name',
    { [hostname]: { fails: 'SERVFAIL' } },
    'failed',
    'ESERVFAIL',
    /Make sure that the DNS servers answer/,
  ],
  ['reverse DNS', { '44.33.22.11.in-addr.arpa': {} }, 'failed', 'no reverse DNS', /provider of the address/],
  [
    'reverse DNS',
    { '44.33.22.11.in-addr.arpa': { PTR: ['vps7.host.example'] } },
    'failed',
    'does not resolve back',
    /Publish 11\.22\.33\.44 as an address of vps7\.host\.example/,
  ],
  [
    'reverse DNS',
    {
      '44.33.22.11.in-addr.arpa': { PTR: ['vps7.host.example'] },
      'vps7.host.example': { A: ['11.22.33.44'] },
    },
    'warning',
    `not ${hostname}`,
    /set its reverse DNS to mail\.shop\.example/,
  ],
  [
    'return path MX',
    { 'bounces.shop.example': {} },
    'failed',
    'no MX record',
    /Expected: 10 mail\.shop\.example$/,
  ],
  [
    'return path MX',
    {
      'bounces.shop.example': { MX: [[10, 'mx.other.example']] },
      'mx.other.example': { A: ['11.22.33.55'] },
    },
    'failed',
    '10 mx.other.example',
    /bounces do not arrive here/,
  ],
  [
    'return path SPF',
    { 'bounces.shop.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } },
    'failed',
    'ip4:192.0.2.1',
    /Add ip4:11\.22\.33\.44/,
  ],
])('%s, where the DNS says %j', async ([check, zone, status, seen, advice]) => {
  Object.assign(patient.dns.zone, zone)
  expect(await found(check)).toMatchObject({
    status,
    seen: expect.stringContaining(seen) as string,
    advice: expect.stringMatching(advice) as string,
  })
})

test('DNS servers that are silent are named', async () => {
  const silent = `127.0.0.1:${await heldPort()}`
  expect(
    await found('DNS servers', { POSTSEAL_DNS_SERVERS: `${patient.dns.server},${silent}` }),
  ).toMatchObject({
    status: 'warning',
    seen: `no answer from ${silent}`,
  })
  expect(await found('DNS servers', { POSTSEAL_DNS_SERVERS: silent })).toMatchObject({
    status: 'failed',
    advice: 'Set POSTSEAL_DNS_SERVERS to servers that answer from this host.',
  })
})

test('sources that are not used are named with the reason, and so are block lists that do not answer', async () => {
  const { dns, right } = patient
  dns.zone['2.0.0.127.bl.example'] = { A: ['127.0.0.2'] }
  dns.zone['2.0.0.127.public.example'] = { A: ['127.255.255.254'] }
  const lists = { POSTSEAL_DNS_BLOCK_LISTS: 'bl.example,public.example' }
  await command({ ...right, ...lists }, 'source', 'add', '127.0.1.1', '--name', 'mta1.shop.example')
  expect(await found('sources', lists)).toMatchObject({
    status: 'failed',
    seen: expect.stringMatching(
      /^0 of 1 can be used; this host has 1; .*127\.0\.1\.1 has no PTR record/,
    ) as string,
  })
  expect(await found('block lists', lists)).toMatchObject({
    status: 'warning',
    seen: '1 of 2 answer',
    advice: expect.stringMatching(/^The block list public\.example .* POSTSEAL_DNS_SERVERS/) as string,
  })
  await command(right, 'source', 'remove', '127.0.1.1')
  expect(await found('sources')).toMatchObject({ status: 'ok' })
})

test('port 25 is open where one of several servers answers, and a refusal is repeated', async () => {
  const closed = `127.0.0.1:${await heldPort()}`
  expect(await found('port 25', {}, [closed])).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining(closed) as string,
    advice: expect.stringContaining('relay') as string,
  })
  expect(await found('port 25', {}, [closed, `127.0.0.1:${patient.mx.port}`])).toMatchObject({
    status: 'ok',
    seen: `127.0.0.1:${patient.mx.port} answers: 220 mx.test ESMTP`,
  })
  const refusing = await startScriptedServer({ greeting: '554 Listed at dnsbl.example' })
  expect(await found('port 25', {}, [`127.0.0.1:${refusing.port}`])).toMatchObject({
    status: 'warning',
    seen: `127.0.0.1:${refusing.port} refuses this host: 554 Listed at dnsbl.example`,
  })
  await refusing.close()
})

const relay = async (script: Script, address: (port: number) => string) => {
  const server = await startScriptedServer(script)
  const result = await found('relay', { POSTSEAL_TRANSPORT: address(server.port) })
  await server.close()
  expect(server.messages).toEqual([])
  return result
}

test.for<[string, Script, string, string, RegExp]>([
  ['has no TLS', {}, '?starttls=required', 'does not offer STARTTLS', /NODE_EXTRA_CA_CERTS/],
  [
    'is not trusted',
    { ehlo: offers('STARTTLS') },
    '?starttls=required',
    'certificate is not valid',
    /authority of your own/,
  ],
  ['refuses the greeting', { greeting: '554 Go away' }, '', '554 Go away', /refuses this host/],
  ['is silent', { greeting: { thenCut: undefined } }, '', 'ended the connection', /host and the port/],
])('a relay that %s', async ([_how, script, query, seen, advice]) => {
  expect(await relay(script, (port) => `smtp://127.0.0.1:${port}${query}`)).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining(seen) as string,
    advice: expect.stringMatching(advice) as string,
  })
})

test('a relay is asked for the login, and gets no mail', async () => {
  expect(await relay({}, (port) => `smtp://127.0.0.1:${port}`)).toMatchObject({
    status: 'warning',
    seen: expect.stringContaining('unencrypted') as string,
  })
  const ask = async (auth: string) => {
    const server = await startScriptedServer({ ehlo: offers('STARTTLS', 'AUTH PLAIN'), auth })
    const env = {
      ...patient.right,
      POSTSEAL_TRANSPORT: `smtp://postseal:hunter2@localhost:${server.port}`,
      NODE_EXTRA_CA_CERTS: trusted,
    }
    const { stdout } = await commandProcess(env, 'doctor', '--json')
    await server.close()
    expect(stdout).not.toContain('hunter2')
    expect(server.connections.flat().some((line) => /^MAIL/i.test(line))).toBe(false)
    return (JSON.parse(stdout) as Result[]).find(({ check }) => check === 'relay')
  }
  expect(await ask('235 2.7.0 Welcome')).toMatchObject({
    status: 'ok',
    seen: expect.stringMatching(/^localhost:\d+ answers over TLSv1\.3 and takes the login$/) as string,
  })
  expect(await ask('535 5.7.8 Not hunter2')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('user and the password') as string,
  })
})

test('a port that another server has, with SMTP or without', async () => {
  const POSTSEAL_INBOUND_PORT = String(patient.mx.port)
  expect(await found('inbound port', { POSTSEAL_INBOUND_PORT })).toMatchObject({
    status: 'failed',
    seen: `port ${patient.mx.port} is taken by another server: 220 mx.test ESMTP`,
    advice: expect.stringContaining('Stop that mail server') as string,
  })
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await found('inbound port', { POSTSEAL_INBOUND_PORT: String(port) })).toMatchObject({
    status: 'failed',
    advice: expect.stringMatching(/^Port \d+ is taken: .* Set POSTSEAL_INBOUND_PORT/) as string,
  })
  other.close()
  await once(other, 'close')
  expect(await found('inbound port', { POSTSEAL_INBOUND_PORT: String(port) })).toMatchObject({
    status: 'ok',
    seen: expect.stringMatching(/is free.*whether others reach it cannot be seen/) as string,
  })
})

test('the ports and the certificate of submission', async () => {
  const settings = {
    POSTSEAL_SUBMISSION_PORT: String(patient.mx.port),
    POSTSEAL_SUBMISSION_HOST: '127.0.0.1',
    POSTSEAL_INBOUND_TLS_CERT: '',
    POSTSEAL_INBOUND_TLS_KEY: '',
  }
  expect(await found('submission port', settings)).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('give the variable of this port another one') as string,
  })
  expect(await found('submission TLS', settings)).toMatchObject({ status: 'skipped' })
  const fromElsewhere = { ...settings, POSTSEAL_SUBMISSION_HOST: '0.0.0.0' }
  expect(await found('submission TLS', fromElsewhere)).toMatchObject({
    status: 'warning',
    advice: expect.stringContaining('POSTSEAL_SUBMISSION_TLS_CERT') as string,
  })
  const other = createServer((socket) => socket.end())
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const withTls = {
    POSTSEAL_SUBMISSION_TLS_PORT: String((other.address() as AddressInfo).port),
    POSTSEAL_SUBMISSION_TLS_CERT: tlsFile('localhost.pem'),
    POSTSEAL_SUBMISSION_TLS_KEY: tlsFile('other.key'),
  }
  expect(await found('submission TLS port', withTls)).toMatchObject({ status: 'ok' })
  expect(await found('submission TLS', withTls)).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining('is not the key of') as string,
  })
  other.close()
  await once(other, 'close')
  expect(await found('submission TLS port', withTls)).toMatchObject({
    status: 'ok',
    seen: expect.stringContaining('is free') as string,
  })
})

test('a public URL that leads elsewhere, and a clock that is wrong', async () => {
  let health = 'another page'
  const other = createHttpServer((_req, res) => {
    res.setHeader('Date', new Date(Date.now() + 3_600_000).toUTCString()).end(health)
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const POSTSEAL_PUBLIC_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  expect(await found('public URL', { POSTSEAL_PUBLIC_URL })).toMatchObject({
    status: 'failed',
    seen: `${POSTSEAL_PUBLIC_URL}/healthz answers 200, which is not the service`,
    advice: expect.stringContaining('proxy') as string,
  })
  health = '{"status":"ok"}'
  expect(await found('clock', { POSTSEAL_PUBLIC_URL })).toMatchObject({
    status: 'warning',
    seen: expect.stringMatching(/^3[56]\d\d seconds behind the public URL$/) as string,
  })
  other.close()
  const secure = POSTSEAL_PUBLIC_URL.replace('http:', 'https:')
  expect(await found('public URL', { POSTSEAL_PUBLIC_URL: secure })).toMatchObject({ status: 'failed' })
})

test('the certificate of the public URL is trusted or not', async () => {
  const [cert, key] = ['pem', 'key'].map((end) => readFileSync(tlsFile(`localhost.${end}`)))
  const proxy = createHttpsServer({ cert, key }, (_req, res) => res.end('{"status":"ok"}'))
  proxy.listen(0, 'localhost')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const env = {
    ...patient.right,
    POSTSEAL_TRANSPORT: 'sink',
    POSTSEAL_PUBLIC_URL: `https://localhost:${port}`,
  }
  const look = async (more: Env) => {
    const { stdout } = await commandProcess({ ...env, ...more }, 'doctor', '--json')
    const results = JSON.parse(stdout) as Result[]
    return results.filter(({ check }) => ['public URL', 'public TLS'].includes(check))
  }
  expect(await look({ NODE_EXTRA_CA_CERTS: trusted })).toMatchObject([
    { check: 'public URL', status: 'ok' },
    { check: 'public TLS', status: 'ok', seen: 'for localhost, valid until 2126-10-28' },
  ])
  expect(await look({})).toMatchObject([
    { check: 'public URL', status: 'failed' },
    { check: 'public TLS', status: 'failed', advice: expect.stringContaining('whole chain') as string },
  ])
  proxy.closeAllConnections()
  proxy.close()
})
