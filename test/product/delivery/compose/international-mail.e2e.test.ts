import { afterEach, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { inbox, logsOf, rawMail, send, untilLog } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { startSmtpServer, type TestSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'
import { fieldOf } from '../../../support/mail/wire.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

let server: TestSmtpServer
let service: TestService

async function startWith(options: Parameters<typeof startSmtpServer>[2]): Promise<void> {
  const port = await heldPort()
  server = await startSmtpServer(port, undefined, options)
  closers.push(() => server.close())
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,delivery', POSTSEAL_SINK_PORT: String(port) },
  })
  closers.push(() => service.stop())
}

const tried = (log: { attempts: unknown[] }) => log.attempts.length > 0

test('an address that is not ASCII is sent with SMTPUTF8, as it is', async () => {
  await startWith({})
  const message = await send(service, 'grüße@例え.jp', { from_email: 'päckchen@shop.example' })
  await untilLog(service, message, tried, 'the attempt')
  expect(server.received).toMatchObject([
    {
      from: expect.stringMatching(/^b\+/) as string,
      to: ['grüße@例え.jp'],
      parameters: ['BODY', 'SMTPUTF8'],
    },
  ])
  const raw = server.received[0]?.raw ?? Buffer.alloc(0)
  expect(fieldOf(raw, 'From')).toBe('päckchen@shop.example')
  expect(fieldOf(raw, 'To')).toBe('grüße@xn--r8jz45g.jp')
})

test('a recipient of ASCII gets SMTPUTF8 for another in the header', async () => {
  await startWith({})
  const message = await send(service, ['ada@example.com', 'grüße@example.com'])
  await until(
    async () => (await logsOf(service, message)).every(({ status }) => status === 'delivered'),
    'both',
  )
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(['ada@example.com', 'grüße@example.com'])
  for (const { parameters } of server.received) expect(parameters).toContain('SMTPUTF8')
})

test('a server without SMTPUTF8 is sent nothing that it cannot carry', async () => {
  await startWith({ hideSMTPUTF8: true })
  const message = await send(service, 'grüße@example.com')
  const log = await untilLog(service, message, tried, 'the attempt')
  expect(log).toMatchObject({ status: 'failed', next_attempt_at: null })
  expect(log.attempts[0]).toMatchObject({ outcome: 'failed' })
  expect(log.attempts[0]?.error).toMatch(/^5\.6\.7 .*SMTPUTF8/)
  expect(server.received).toEqual([])

  // All of it is ASCII on the wire but an international domain, which is A-labels there.
  const plain = await send(service, 'ada@bücher.example', { subject: 'Grüße', from_name: 'Zoë' })
  await untilLog(service, plain, ({ status }) => status === 'delivered', 'the delivery')
  expect(server.received).toMatchObject([{ parameters: [] }])
})

test('a server that refuses such an address says so itself in the log', async () => {
  await startWith({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 })),
  })
  const message = await send(service, 'grüße@example.com')
  const log = await untilLog(service, message, tried, 'the attempt')
  expect(log).toMatchObject({ status: 'bounced', last_reply: { code: 550 } })
})

test('a server that is not there is tried again', async () => {
  await startWith({})
  await server.close()
  const log = await untilLog(service, await send(service, 'grüße@example.com'), tried, 'the attempt')
  expect(log).toMatchObject({ status: 'deferred' })
})

test('the sink shows it, and is asked for it in either script', async () => {
  service = await startTestService()
  closers.push(() => service.stop())
  const message = await send(service, 'grüße@bücher.example', {
    cc: [{ email: 'zoë@example.com', name: 'Zoë, "Z"' }],
    attachments: [{ filename: 'März.txt', content: 'AAAA' }],
  })
  await until(
    async () => (await logsOf(service, message)).every(({ status }) => status === 'delivered'),
    'both',
  )
  for (const asked of ['grüße@bücher.example', 'GRÜßE@XN--bcher-kva.example', 'gru\u0308ße@bücher.example']) {
    expect(await inbox(service.url, asked)).toHaveLength(1)
  }
  expect(await inbox(service.url, 'grüsse@bücher.example')).toEqual([])
  const [mail] = await inbox(service.url, 'grüße@bücher.example')
  expect(mail).toMatchObject({
    envelope: { to: ['grüße@xn--bcher-kva.example'] },
    headers: { to: 'grüße@xn--bcher-kva.example' },
    attachments: [{ filename: 'März.txt', content_type: 'text/plain', size: 3 }],
  })
  expect(mail?.headers['cc']).toBe('"Zoë, \\"Z\\"" <zoë@example.com>')
  const page = await (await fetch(`${service.url}/sink/?id=${mail?.id}`)).text()
  expect(page).toContain('grüße@xn--bcher-kva.example')
  expect(page).toMatch(/<dt>Cc<\/dt>\s*<dd>&quot;Zoë, .*&lt;zoë@example\.com&gt;<\/dd>/)
  expect(page).toContain('März.txt')
  expect((await rawMail(service.url, mail ?? { id: '' })).toString()).toContain('<zoë@example.com>')
})

test('a key that is held to a domain is held to it in any script', async () => {
  service = await startTestService()
  closers.push(() => service.stop())
  const { project_id } = service.credentials
  const created = await call(service.url, 'post', '/v1/api-keys', {
    key: await service.session('owner'),
    body: {
      kind: 'project',
      name: 'x',
      project_id,
      scopes: ['messages:send'],
      restrictions: { sender_domains: ['Bücher.example'] },
    },
  })
  expect(created.body.api_key?.restrictions ?? created.body.restrictions).toMatchObject({
    sender_domains: ['xn--bcher-kva.example'],
  })
  const sendFrom = async (from_email: string) => {
    const body = { project_id, from_email, to: [{ email: 'a@example.com' }], subject: 'x', text: 'x' }
    return (await call(service.url, 'post', '/v1/messages', { key: created.body.secret, body })).status
  }
  expect(await sendFrom('a@bücher.example')).toBe(202)
  expect(await sendFrom('a@XN--BCHER-KVA.example')).toBe(202)
  expect(await sendFrom('a@bucher.example')).toBe(403)
})
