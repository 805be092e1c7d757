import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { insertKeyedDomain, publish } from '../../support/domains/domains.js'
import { messageTo, send, untilLog } from '../../support/messages/mail.js'
import { heldPort } from '../../support/network/ports.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { startSmtpServer, type TestSmtpServer } from '../../support/mail-servers/smtp.js'
import { until } from '../../support/time/until.js'

/** Tests that mail which leaves the service meets the demands that mailbox providers make of senders. */

let dns: TestDns
let relay: TestSmtpServer
let service: TestService

beforeAll(async () => {
  const port = await heldPort()
  dns = await startDns()
  relay = await startSmtpServer(port)
  service = await startTestService({
    env: {
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${port}`,
      POSTSEAL_HOSTNAME: 'mail.postseal.example',
      POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.postseal.example',
      POSTSEAL_SENDING_ADDRESSES: '192.0.2.25',
      POSTSEAL_INBOUND_HOST: '127.0.0.1',
      POSTSEAL_DNS_SERVERS: dns.server,
    },
  })
})
afterAll(async () => {
  await service.stop()
  await relay.close()
  await dns.close()
})

const post = (path: string, body: object, key = service.credentials.project_key) =>
  call(service.url, 'POST', path, { key, body })

test.each(['shop@gmail.com', 'shop@Yahoo.co.uk', 'shop@outlook.com', 'shop@icloud.com'])(
  'nobody sends as %s, except to the sink',
  async (from) => {
    const mail = { ...messageTo(service, 'ada@example.com'), from_email: from }
    const refused = await post('/v1/messages', mail)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'sender_at_mailbox_provider'])
    expect(refused.body.error.message).toContain('Send from a domain of your own')
    const items = [{ idempotency_key: from, message: mail }]
    const { body } = await post('/v1/messages/batch', { items })
    expect(body.data[0].error).toMatchObject({ status: 422, code: 'sender_at_mailbox_provider' })
    const test = { ...mail, project_id: service.credentials.test_project_id }
    expect((await post('/v1/messages', test, service.credentials.test_project_key)).status).toBe(202)
  },
)

test('nor is the domain of a mailbox provider anybody’s to add', async () => {
  const { status, body } = await post('/v1/domains', { name: 'gmail.com' }, service.credentials.workspace_key)
  expect([status, body.error.details[0].code]).toEqual([422, 'mailbox_provider'])
})

test('DMARC is demanded of a domain once it has sent more than 1,000 mails to a provider in a day', async () => {
  const { workspace_id: workspaceId, workspace_key: key } = service.credentials
  const workspace = fromTypeId('ws', workspaceId)
  const id = await insertKeyedDomain(service, workspace, 'shop.example', 'verified')
  const look = async () => (await call(service.url, 'GET', `/v1/domains/${id}`, { key })).body
  const check = async () => (await call(service.url, 'POST', `/v1/domains/${id}/check`, { key })).body
  publish(dns.zone, await look())
  delete dns.zone['_dmarc.shop.example']
  const dmarcOf = ({ records }: { records: { kind: string }[] }) =>
    records.find(({ kind }) => kind === 'dmarc')

  const dmarcRule = async () => {
    const { status, body } = await call(service.url, 'GET', `/v1/domains/${id}/rules`, { key })
    expect(status).toBe(200)
    const { rules, ...rest } = body
    return { ...rest, ...rules.find(({ code }: { code: string }) => code === 'dmarc') }
  }

  const before = await check()
  expect(before.status).toBe('verified')
  expect(dmarcOf(before)).toMatchObject({ need: 'recommended', status: 'missing' })

  expect(await dmarcRule()).toMatchObject({
    domain: 'shop.example',
    bulk_sender_since: null,
    most_mails_to_a_provider: 0,
    enforcement: 'warned',
    status: 'broken',
  })

  await service.sql.query(
    `insert into domain_provider_days (workspace_id, domain_id, day, provider, mails)
     values ($1, $2, (now() at time zone 'UTC')::date, 'google', 999)`,
    [workspace, fromTypeId('dom', id)],
  )
  const deliver = async () => {
    const message = await send(service, 'ada@gmail.com', { from_email: 'a@shop.example' })
    await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  }
  const counted = async () => {
    const { rows } = await service.sql.query<{ mails: number; bulk: boolean }>(
      `select mails, bulk_since is not null as bulk
       from domain_provider_days counted join domains domain using (workspace_id) where domain.id = domain_id`,
    )
    return rows
  }
  await deliver()
  await until(async () => (await counted())[0]?.mails === 1000, 'the count')
  expect(await counted()).toEqual([{ mails: 1000, bulk: false }])
  await deliver()
  await until(async () => (await counted())[0]?.bulk === true, 'the demand')

  expect(await dmarcRule()).toMatchObject({ enforcement: 'enforced', most_mails_to_a_provider: 1001 })
  const demanded = await check()
  expect(demanded.status).toBe('degraded')
  expect(dmarcOf(demanded)).toMatchObject({
    need: 'required',
    status: 'missing',
    advice: expect.stringContaining('sends more than 1,000 mails a day to a mailbox provider') as string,
  })

  // A policy that receivers apply will do, whatever else is wrong with it.
  dns.zone['_dmarc.shop.example'] = { TXT: ['v=DMARC1; p=none; fo=x'] }
  const mended = await check()
  expect(mended.status).toBe('verified')
  expect(dmarcOf(mended)).toMatchObject({ need: 'recommended', status: 'wrong' })
  expect(await dmarcRule()).toMatchObject({
    status: 'holds',
    bulk_sender_since: expect.any(String) as string,
  })
})
