import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { inbox, messageTo, send, untilLog } from '../../support/messages/mail.js'
import { heldPort } from '../../support/network/ports.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { submit } from '../../support/mail-servers/smtp-talk.js'
import { startSmtpServer, type Received, type TestSmtpServer } from '../../support/mail-servers/smtp.js'
import { until } from '../../support/time/until.js'
import { dsnVectors } from '../../vectors/dsn.js'
import { yahoo } from '../../vectors/feedback.js'

let relay: TestSmtpServer
let service: TestService
/** Acts on a message before the relay says that it has taken the message. */
let early: (mail: Received) => Promise<void> = () => Promise.resolve()

beforeAll(async () => {
  const port = await heldPort()
  relay = await startSmtpServer(port, async (mail) => {
    await early(mail)
    return 'accept' as const
  })
  service = await startTestService({
    env: {
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${port}`,
      POSTSEAL_HOSTNAME: 'mail.shop.example',
      POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
      POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
      POSTSEAL_INBOUND_HOST: '127.0.0.1',
    },
  })
})
afterAll(async () => {
  await service.stop()
  await relay.close()
})

test('mail of a live project goes by the relay, whatever the domain, and not to the sink', async () => {
  for (const to of ['ada@example.com', 'bea@example.org']) {
    const message = await send(service, to)
    const log = await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
    expect(log.last_reply?.host).toMatch(/^127\.0\.0\.1:\d+$/)
  }
  expect(relay.received.map(({ to }) => to)).toEqual([['ada@example.com'], ['bea@example.org']])
  expect(await inbox(service.url)).toEqual([])
})

test('mail of a test project stays in the sink', async () => {
  const before = relay.received.length
  const reply = await call(service.url, 'post', '/v1/messages', {
    key: service.credentials.test_project_key,
    body: { ...messageTo(service, 'cleo@example.com'), project_id: service.credentials.test_project_id },
  })
  expect(reply.status).toBe(202)
  await until(async () => (await inbox(service.url, 'cleo@example.com')).length === 1, 'the mail in the sink')
  expect(relay.received).toHaveLength(before)
})

test('a report that comes before the relay has taken its message loses neither', async () => {
  const complaintAbout = ({ from, to: [recipient = ''] }: Received) =>
    yahoo({ sender: from, recipient, messageId: '', feedbackId: '' })
  const bounceOf = ({ from, to: [recipient = ''] }: Received) => dsnVectors[0]?.raw(from, recipient) ?? ''
  const replies: (string | undefined)[] = []
  early = async (mail) => {
    const write = mail.to[0] === 'dora@example.com' ? complaintAbout : bounceOf
    replies.push(await submit(service.inboundPort, mail.from, write(mail)))
  }
  const delivered = async (to: string) =>
    untilLog(service, await send(service, to), ({ status }) => status === 'delivered', 'the delivery')

  const complained = await delivered('dora@example.com')
  expect(complained.complained_at).not.toBeNull()
  expect(complained.attempts.map(({ outcome }) => outcome)).toEqual(['delivered'])
  // Its server has to come again.
  await delivered('emil@example.com')
  expect(replies).toEqual([expect.stringMatching(/^250 /), expect.stringMatching(/^451 4\.3\.2 /)])
})
