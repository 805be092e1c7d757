import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, newUuid } from '../../../../server/platform/db/ids.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { returnPath } from '../../../../server/product/delivery/bounce/return-path.js'
import { call } from '../../../support/api/api.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { insertKeyedDomain, publish } from '../../../support/domains/domains.js'
import { send, untilLog, type Log } from '../../../support/messages/mail.js'
import { mxEnv } from '../../../support/mail-servers/mx.js'
import { heldPort } from '../../../support/network/ports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { startSmtpServer, type Received, type TestSmtpServer } from '../../../support/mail-servers/smtp.js'
import { submit, talk } from '../../../support/mail-servers/smtp-talk.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import { dsnVectors } from '../../../vectors/dsn.js'

/**
 * Mail leaves with the return path of its sender's own domain, from real DNS to real SMTP, and what comes back is
 * found.
 */

type Domain = components['schemas']['Domain']

const operators = 'bounces.sender.example'
let dns: TestDns
let mx: TestSmtpServer
let service: TestService
let session: string
/** The domains of envelope senders that the server does not take mail from. */
const refusing = new Set<string>()

beforeAll(async () => {
  const port = await heldPort()
  dns = await startDns({
    'reader.example': { MX: [[10, 'mx.reader.example']] },
    'mx.reader.example': { A: ['127.0.8.1'] },
  })
  const onMailFrom = ({ address }: { address: string }, _session: unknown, done: (error?: Error) => void) => {
    const message = `5.1.8 <${address}>: Sender address rejected: Domain not found`
    if (!refusing.has(domainOf(address))) done()
    else done(Object.assign(new Error(message), { responseCode: 550 }))
  }
  mx = await startSmtpServer(port, undefined, { onMailFrom }, '127.0.8.1')
  service = await startTestService({
    env: mxEnv(dns, '127.0.8.0/24'),
    delivery: { mxPort: port },
    domainChecks: { everySeconds: 1 },
  })
  session = await service.session('admin')
})
afterAll(async () => {
  await service.stop()
  await mx.close()
  await dns.close()
})

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
const ask = async (method: string, place: string, body?: object) => {
  const reply = await call(service.url, method, `/v1/domains/${place}`, {
    key: session,
    ...(body && { body }),
  })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Domain
}

/** A verified domain whose own return path is in use. */
async function verified(name: string): Promise<Domain> {
  const id = await insertKeyedDomain(service, fromTypeId('ws', service.credentials.workspace_id), name)
  publish(dns.zone, await ask('GET', id))
  return ask('POST', `${id}/check`)
}

let count = 0
/** Sends a message, which has to arrive, and returns what arrived. */
async function arrived(from: string): Promise<Received & { log: Log }> {
  const to = `reader${++count}@reader.example`
  const message = await send(service, to, { from_email: `news@${from}` })
  const log = await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  const received = mx.received.find((mail) => mail.to.includes(to))
  if (received === undefined) throw new Error('delivered, and not received')
  return { ...received, log }
}

/** Takes a bounce of a mail in, and says what became of the mail. */
async function bounced({ from, log }: { from: string; log: Log }) {
  await submit(service.inboundPort, from, dsnVectors[0]?.raw(from, log.recipient) ?? '')
  return (await call(service.url, 'GET', `/v1/message-logs/${log.id}`, { key: session })).body.status
}

test('mail leaves with the own return path once a check has found it, and its bounce is found', async () => {
  const checked = await verified('a.example')
  expect(checked.return_path).toEqual({
    label: 'bounces',
    domain: 'bounces.a.example',
    status: 'active',
    since: checked.checked_at,
  })
  const mail = await arrived('a.example')
  expect(domainOf(mail.from)).toBe('bounces.a.example')
  expect(await bounced(mail)).toBe('bounced')
  // A domain below it is vouched for by it; one without a check has none.
  expect(domainOf((await arrived('news.a.example')).from)).toBe('bounces.a.example')
  expect(domainOf((await arrived('other.example')).from)).toBe(operators)
})

test('mail leaves with the return path of the service while the record is gone, and the domain says so', async () => {
  const { id } = await verified('b.example')
  expect(domainOf((await arrived('b.example')).from)).toBe('bounces.b.example')
  dns.zone['bounces.b.example'] = { fails: 'NXDOMAIN' }
  await until(
    async () => domainOf((await arrived('b.example')).from) === operators,
    'mail with the return path of the service',
  )
  const broken = await until(async () => {
    const domain = await ask('GET', id)
    return domain.return_path.status === 'broken' && domain
  }, 'the domain to say so')
  expect(broken.status).toBe('verified')
  expect(broken.records.find(({ kind }) => kind === 'return_path')).toMatchObject({
    status: 'missing',
    problem: 'return_path_missing',
  })

  publish(dns.zone, await ask('GET', id))
  expect((await ask('POST', `${id}/check`)).return_path.status).toBe('active')
  await until(
    async () => domainOf((await arrived('b.example')).from) === 'bounces.b.example',
    'mail with the own return path again',
  )
})

test('nothing bounces where a server refuses the own return path', async () => {
  const { id } = await verified('c.example')
  expect(domainOf((await arrived('c.example')).from)).toBe('bounces.c.example')
  refusing.add('bounces.c.example')
  const together = await Promise.all(Array.from({ length: 5 }, () => arrived('c.example')))
  for (const { from, log } of together) {
    expect(domainOf(from)).toBe(operators)
    expect(log.attempts.at(-1)).toMatchObject({ outcome: 'delivered' })
  }
  const refused = together.flatMap(({ log }) => log.attempts.filter(({ outcome }) => outcome !== 'delivered'))
  expect(refused.length).toBeGreaterThan(0)
  for (const attempt of refused)
    expect(attempt).toMatchObject({
      outcome: 'deferred',
      class: 'sender_policy',
      reply: { code: 550, enhanced_code: '5.1.8' },
      error: expect.stringContaining('own return path'),
    })
  // It is not even tried any more, and the domain is due for a check.
  expect((await arrived('c.example')).log.attempts).toHaveLength(1)
  const { checked_at } = await ask('GET', id)
  expect(service.logs.some((line) => line.includes(id) && line.includes('refused the return path'))).toBe(
    true,
  )
  expect(checked_at).not.toBeNull()
  // What is refused for another return path still bounces.
  refusing.add(operators)
  const message = await send(service, 'last@reader.example', { from_email: 'news@c.example' })
  await untilLog(service, message, ({ status }) => status === 'bounced', 'the bounce')
  refusing.clear()
})

test('bounces to every name that was in use are taken, whatever became of its domain, and of no other', async () => {
  const { id } = await verified('d.example')
  const mails = [await arrived('d.example'), await arrived('d.example')]
  expect(mails.map(({ from }) => domainOf(from))).toEqual(['bounces.d.example', 'bounces.d.example'])
  const renamed = await ask('PATCH', id, { return_path_label: 'Returns.Mail' })
  expect(renamed.return_path).toMatchObject({
    domain: 'returns.mail.d.example',
    status: 'pending',
    since: null,
  })
  expect(renamed.records.find(({ kind }) => kind === 'return_path')).toMatchObject({
    name: 'returns.mail.d.example',
    status: 'unchecked',
  })
  expect(await bounced(mails[0]!)).toBe('bounced')
  await call(service.url, 'DELETE', `/v1/domains/${id}`, { key: session })
  expect(await bounced(mails[1]!)).toBe('bounced')

  const client = await talk(service.inboundPort)
  await client.say('EHLO peer.example')
  const answers = async (address: string) => {
    await client.say('MAIL FROM:<>')
    const reply = await client.say(`RCPT TO:<${address}>`)
    await client.say('RSET')
    return reply?.slice(0, 3)
  }
  const token = mails[0]!.from.split('@')[0]
  expect(await answers('FBL@Bounces.D.Example')).toBe('250')
  expect(await answers('dmarc@bounces.d.example')).toBe('250')
  expect(await answers(`${token}@bounces.d.example`)).toBe('250')
  expect(await answers(`${token}@bounces.unknown.example`)).toBe('550')
  // This one was named, and never found.
  expect(await answers(`${token}@returns.mail.d.example`)).toBe('550')
  expect(await answers('fbl@returns.mail.d.example')).toBe('550')
  expect(await answers('sign-in@bounces.d.example')).toBe('550')
  expect(await answers('ada@bounces.d.example')).toBe('550')
  client.end()
})

test('a workspace has no use of the name that another has published, nor of bounces to it', async () => {
  await verified('e.example')
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const id = await insertKeyedDomain(service, tenant.workspaceId, 'e.example')
  const { body } = await call(service.url, 'POST', `/v1/domains/${id}/check`, { key })
  const theirs = body as Domain
  expect(theirs.status).toBe('pending')
  expect(theirs.records.find(({ kind }) => kind === 'return_path')?.status).toBe('ok')
  expect(theirs.return_path).toMatchObject({ status: 'pending', since: null })

  const paths = returnPath(operators, loadServiceKey(service.config).derive('return-path'))
  const forTheirs = paths.addressOf(
    { workspaceId: tenant.workspaceId, logId: newUuid() },
    'bounces.e.example',
  )
  expect(await submit(service.inboundPort, forTheirs, '')).toMatch(/^550 5\.1\.1 /)
})

const python = process.env['POSTSEAL_TEST_PYTHON'] ?? 'python3'
const hasJudges = spawnSync(python, ['-c', 'import authheaders, spf, dns.resolver']).status === 0
if (!hasJudges)
  process.stderr.write('authheaders and pyspf are left out of the tests: they are not installed.\n')

test.skipIf(!hasJudges)(
  'pyspf and authheaders find SPF passed, and aligned with the own return path only',
  async () => {
    await verified('example.net')
    dns.zone['_dmarc.example.net'] = { TXT: ['v=DMARC1; p=reject'] }
    const mail = await arrived('example.net')
    const program = path.join(path.dirname(fileURLToPath(import.meta.url)), 'alignment-judge.py')
    /** Not synchronously: the DNS server is in this process. */
    const judge = async (sender: string) => {
      const child = spawn(python, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
      const asked = { dns: dns.server, raw: mail.raw.toString('base64'), sender, ip: '192.0.2.25' }
      child.stdin.end(JSON.stringify(asked))
      return JSON.parse(await text(child.stdout)) as unknown
    }
    expect(domainOf(mail.from)).toBe('bounces.example.net')
    expect(await judge(mail.from)).toEqual({ spf: 'pass', dmarc: 'pass' })
    expect(await judge(`b+token@${operators}`)).toEqual({ spf: 'pass', dmarc: 'fail' })
  },
)
