import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { insertKeyedDomain } from '../../support/domains/domains.js'
import { startSmtpServer, type TestSmtpServer } from '../../support/mail-servers/smtp.js'
import { send, untilLog } from '../../support/messages/mail.js'
import { heldPort } from '../../support/network/ports.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** The figures of a domain are what became of its mail, and each has its rows in the list of message logs. */

let relay: TestSmtpServer
let service: TestService
beforeAll(async () => {
  const port = await heldPort()
  relay = await startSmtpServer(port, () => 'accept', {
    onRcptTo: ({ address }, _session, done) => {
      if (!address.startsWith('lost')) done()
      else done(Object.assign(new Error('5.1.1 Unknown user'), { responseCode: 550 }))
    },
  })
  service = await startTestService({
    env: {
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${port}`,
      POSTSEAL_HOSTNAME: 'mail.shop.example',
      POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
      POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
    },
  })
})
afterAll(async () => {
  await service.stop()
  await relay.close()
})

const asked = async (path: string) => {
  const { status, body } = await call(service.url, 'GET', path, { key: service.credentials.workspace_key })
  expect(status).toBe(200)
  return body.data as any[]
}

test('what is delivered and what bounces counts for the domain of the sender', async () => {
  const workspaceId = fromTypeId('ws', service.credentials.workspace_id)
  await insertKeyedDomain(service, workspaceId, 'shop.example')
  await insertKeyedDomain(service, workspaceId, 'news.example')
  const mails = [
    ['ada@example.com', 'a@shop.example', 'delivered'],
    ['bo@example.com', 'b@shop.example', 'delivered'],
    ['lost@example.com', 'a@shop.example', 'bounced'],
    ['lost2@example.com', 'a@news.example', 'bounced'],
    // The last bounce has suppressed the address.
    ['lost2@example.com', 'a@shop.example', 'suppressed'],
  ] as const
  for (const [to, from_email, status] of mails) {
    const message = await send(service, to, { from_email })
    await untilLog(service, message, (log) => log.status === status, status)
  }
  const domains = await asked('/v1/domains?include=figures')
  expect(Object.fromEntries(domains.map(({ name, figures }) => [name, figures]))).toMatchObject({
    'shop.example': { accepted: 4, delivered: 2, bounced: 1, complained: 0 },
    'news.example': { accepted: 1, delivered: 0, bounced: 1, complained: 0 },
  })
  for (const { name, figures } of domains) {
    const rows = (query: string) =>
      asked(`/v1/message-logs?from_domain=${name as string}&since=${figures.since as string}${query}`)
    expect(await rows('')).toHaveLength(figures.accepted as number)
    expect(await rows('&status=bounced')).toHaveLength(figures.bounced as number)
    expect(await rows('&status=delivered')).toHaveLength(figures.delivered as number)
  }
})
