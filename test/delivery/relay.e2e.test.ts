import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/api.js'
import { inbox, messageTo, send, untilLog } from '../support/mail.js'
import { freePort } from '../support/postgres.js'
import { startTestService, type TestService } from '../support/service.js'
import { startSmtpServer, type TestSmtpServer } from '../support/smtp.js'
import { until } from '../support/until.js'

let relay: TestSmtpServer
let service: TestService

beforeAll(async () => {
  const port = await freePort()
  relay = await startSmtpServer(port)
  service = await startTestService({
    env: {
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
