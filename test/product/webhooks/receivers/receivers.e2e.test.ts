import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { send } from '../../../support/messages/messages.js'
import { untilPurged } from '../../../support/database/purge.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import type { Delivery } from '../../../support/webhooks/webhook-deliveries.js'
import { addressAt, createReceiver, receivedBy } from '../../../support/webhooks/webhook-receivers.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'

/** Webhooks that come to receivers of the very service that sends them, which is on this machine and allows no address. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    webhooks: { pollMs: 20, backoffSeconds: [0.05, 600], openMs: 5, maxOpenMs: 10 },
    purge: { everySeconds: 0.05 },
  })
})
afterAll(() => service.stop())

test('a subscription to a receiver gets real events, signed', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const receiver = await createReceiver(service.url, key)
  const { id, secret } = await subscribe(service.url, key, {
    url: receiver.url,
    events: ['message.delivered'],
  })
  expect(secret).not.toBe('')
  const message = await send(service.url, key, tenant.testProject)
  const [received] = await until(async () => {
    const all = await receivedBy(service.url, key, receiver.id)
    return all.length > 0 && all
  }, 'the event')
  expect(received).toMatchObject({ signature: 'valid', webhook_id: id, replied_status: 204, body_cut: false })
  expect(received?.headers['user-agent']).toMatch(/^Postseal\//)
  expect(JSON.parse(received?.body ?? '')).toMatchObject({
    type: 'message.delivered',
    data: { message_id: message },
  })
})

test('a delivery to one that replies 503 is tried again, and a replay ends it once it replies 204', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const receiver = await createReceiver(service.url, key, { reply_status: 503 })
  const { id } = await subscribe(service.url, key, { url: receiver.url, events: ['message.accepted'] })
  await send(service.url, key, tenant.testProject)
  const path = `/v1/webhooks/status/${id}/deliveries`
  const [delivery] = await until(async () => {
    const { body } = await call(service.url, 'GET', `/v1/webhooks/status/deliveries?webhook_id=${id}`, {
      key,
    })
    const found = body.data as Delivery[]
    return found[0]?.attempts.length === 2 && found
  }, 'two attempts')
  expect(delivery).toMatchObject({
    status: 'pending',
    attempts: Array(2).fill({ status: 503, response_body: 'This receiver replies 503.\n' }),
  })
  const change = { key, body: { reply_status: 204 } }
  expect((await call(service.url, 'PATCH', `/v1/webhook-receivers/${receiver.id}`, change)).status).toBe(200)
  await call(service.url, 'POST', `${path}/${delivery!.id}/replay`, { key })
  const ended = await until(async () => {
    const { body } = await call(service.url, 'GET', `${path}/${delivery!.id}`, { key })
    return (body as Delivery).status === 'delivered' && (body as Delivery)
  }, 'the delivery')
  expect(ended.attempts.map(({ status }) => status)).toEqual([503, 503, 204])
  const received = await receivedBy(service.url, key, receiver.id)
  expect(received.map((one) => [one.replied_status, one.signature])).toEqual([
    [204, 'valid'],
    [503, 'valid'],
    [503, 'valid'],
  ])
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
})

test('a receiver that has expired goes with what it has received, and no other does', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const [old, young] = [await createReceiver(service.url, key), await createReceiver(service.url, key)]
  for (const { url } of [old, young].map((receiver) => ({ url: addressAt(service.url, receiver) })))
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(204)
  const rows = async (table: string) =>
    (await service.sql.query(`select from ${table} where workspace_id = $1`, [tenant.workspaceId])).rowCount
  await service.sql.query(
    `update webhook_receivers set expires_at = now() - interval '2 hours'
     where id = (select min(id::text)::uuid from webhook_receivers where workspace_id = $1)`,
    [tenant.workspaceId],
  )
  await untilPurged(service, tenant)
  expect([await rows('webhook_receivers'), await rows('webhook_receiver_requests')]).toEqual([1, 1])
  expect(await receivedBy(service.url, key, young.id)).toHaveLength(1)
})
