import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { send, settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import { startReceiver, type Received, type Receiver } from '../../../support/webhooks/receiver.js'
import { toThisMachine, type Delivery } from '../../../support/webhooks/webhook-deliveries.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Webhooks in Resend's format, from the mail to the receiver. */

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({
    env: toThisMachine,
    webhooks: { pollMs: 20, backoffSeconds: [0.05, 600], openMs: 5, maxOpenMs: 10 },
  })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

let tenant: Tenant
let key: string
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
  receiver.received.length = 0
  receiver.answer = 200
})

const ask = (method: string, path: string, body?: unknown) =>
  call(service.url, method, `/v1/webhooks/status${path}`, { key, ...(body !== undefined && { body }) })

const ofType = (type: string) => receiver.received.filter(({ json }) => json.type === type)

const deliveries = async (id: string) =>
  (await ask('GET', `/deliveries?webhook_id=${id}&limit=100`)).body.data as Delivery[]

/** Returns a delivery as it is once it has ended. */
const ended = (id: string, find: (delivery: Delivery) => boolean) =>
  until(
    async () => (await deliveries(id)).find((one) => one.ended_at !== null && find(one)),
    'the end of the delivery',
  )

const verified = ({ body, headers }: Received, secret: string) =>
  new Webhook(secret).verify(body.toString(), headers as Record<string, string>)

test('a message is told with its sender, its subject and its metadata, by each of its events', async () => {
  const { secret } = await subscribe(service.url, key, { url: receiver.url, events: ['*'], format: 'resend' })
  const email_id = await send(service.url, key, tenant.liveProject, {
    from_email: 'orders@shop.example',
    from_name: 'Shop',
    subject: 'Ihre Rechnung – 10 €',
    metadata: { order: 'A-1' },
    to: [{ email: 'ada@example.com' }, { email: 'bounce@example.com' }],
  })
  await until(() => receiver.received.length >= 4 && ofType('suppression.added')[0], 'the webhooks')
  const email = {
    email_id,
    message_id: `<${email_id}@shop.example>`,
    from: 'Shop <orders@shop.example>',
    subject: 'Ihre Rechnung – 10 €',
    tags: { order: 'A-1' },
  }
  const [sent] = ofType('email.sent')
  expect(sent?.json.data).toMatchObject({ ...email, to: ['ada@example.com', 'bounce@example.com'] })
  expect(ofType('email.delivered')[0]?.json.data).toMatchObject({ ...email, to: ['ada@example.com'] })
  const [bounced] = ofType('email.bounced')
  expect(bounced?.json.data).toMatchObject({
    ...email,
    to: ['bounce@example.com'],
    bounce: { type: 'Permanent', message: expect.stringMatching(/./) as string },
  })
  // The cause of the suppression is named by the message.
  expect(ofType('suppression.added')[0]?.json.data).toMatchObject({
    email: 'bounce@example.com',
    origin: 'bounce',
    source_id: email_id,
  })
  expect(receiver.received).toHaveLength(4)
  for (const request of receiver.received) expect(verified(request, secret)).toEqual(request.json)
})

test('all events are those that the format has: the others are not even queued', async () => {
  const { id } = await subscribe(service.url, key, { url: receiver.url, events: ['*'], format: 'resend' })
  const { id: own } = await subscribe(service.url, key, { url: `${receiver.url}/own`, events: ['*'] })
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const message = await send(service.url, key, tenant.liveProject, { scheduled_at: later })
  await call(service.url, 'POST', `/v1/messages/${message}/cancel`, { key })
  const types = async (of: string) => (await deliveries(of)).map(({ event_type }) => event_type).toSorted()
  expect(await types(own)).toEqual(['message.accepted', 'message.cancelled', 'message.scheduled'])
  expect(await types(id)).toEqual(['message.accepted', 'message.scheduled'])
  await until(() => ofType('email.scheduled')[0], 'the schedule')
})

test('the header is shown as it was sent, with the names that svix reads', async () => {
  const { id } = await subscribe(service.url, key, { url: receiver.url, events: ['*'], format: 'resend' })
  await ask('POST', `/${id}/test`)
  const delivery = await ended(id, () => true)
  const [request] = receiver.received
  expect(delivery.attempts[0]?.request_headers).toEqual(
    request?.fields.filter(({ name }) => name !== 'connection'),
  )
  for (const part of ['id', 'timestamp', 'signature'])
    expect(request?.headers[`svix-${part}`]).toBe(request?.headers[`webhook-${part}`])
  expect(request?.headers['svix-id']).toBe(delivery.event_id)
  const created_at = request?.json.created_at as string
  expect(request?.body.toString()).toBe(JSON.stringify({ type: 'webhook.test', created_at, data: {} }))
})

test('a webhook in the own format has no other names', async () => {
  const { id } = await subscribe(service.url, key, { url: receiver.url })
  await ask('POST', `/${id}/test`)
  const [request] = await receiver.count(1)
  expect(Object.keys(request!.headers).filter((name) => name.startsWith('svix'))).toEqual([])
  expect(request?.json).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } })
})

test('an event whose message is gone is sent with what it says itself', async () => {
  const { id } = await subscribe(service.url, key, {
    url: receiver.url,
    events: ['message.delivered'],
    format: 'resend',
  })
  const message = await send(service.url, key, tenant.testProject)
  await settled(service.url, key, message)
  const { id: deliveryId } = await ended(id, () => true)
  await service.sql.query('delete from messages where id = $1', [fromTypeId('msg', message)])
  expect((await ask('POST', `/${id}/deliveries/${deliveryId}/replay`)).status).toBe(202)
  const [before, after] = await receiver.count(2)
  expect(before?.json.data).toMatchObject({ email_id: message, subject: 'Reset your password' })
  expect(after?.json.data).toMatchObject({
    email_id: message,
    from: '',
    to: ['ada@example.com'],
    subject: '',
    tags: {},
  })
  expect(after?.headers['svix-id']).toBe(before?.headers['svix-id'])
})

test('what waits when the format changes is sent in the new one, or ended if that lacks it', async () => {
  const { id } = await subscribe(service.url, key, { url: receiver.url, events: ['*'] })
  receiver.answer = 503
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const message = await send(service.url, key, tenant.liveProject, { scheduled_at: later })
  await call(service.url, 'POST', `/v1/messages/${message}/cancel`, { key })
  const all = await until(async () => {
    const found = await deliveries(id)
    return found.length === 3 && found.every(({ attempts }) => attempts.length === 2) && found
  }, 'two attempts at each')
  receiver.answer = 200
  receiver.received.length = 0
  expect((await ask('PATCH', '', { id, format: 'resend' })).status).toBe(200)
  for (const one of all) await ask('POST', `/${id}/deliveries/${one.id}/replay`)
  const cancelled = await ended(id, ({ event_type }) => event_type === 'message.cancelled')
  expect(cancelled).toMatchObject({ status: 'failed' })
  expect(cancelled.attempts.at(-1)).toMatchObject({
    status: null,
    error: { code: 'not_in_format' },
    request_headers: null,
  })
  await ended(id, ({ event_type, status }) => event_type === 'message.accepted' && status === 'delivered')
  await ended(id, ({ event_type, status }) => event_type === 'message.scheduled' && status === 'delivered')
  expect(receiver.received.map(({ json }) => json.type).toSorted()).toEqual(['email.scheduled', 'email.sent'])
  // Nothing is lost: with the former format it is sent after all.
  await ask('PATCH', '', { id, format: 'postseal' })
  await ask('POST', `/${id}/deliveries/${cancelled.id}/replay`)
  await until(() => ofType('message.cancelled')[0], 'the event in its own format')
})
