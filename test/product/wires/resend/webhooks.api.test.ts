import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { startReceiver, type Received, type Receiver } from '../../../support/webhooks/receiver.js'
import { toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'
import { wireCalls } from '../../../support/wires/wire-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Webhooks that an application creates, reads and verifies as Resend's. */

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ env: toThisMachine, webhooks: { pollMs: 20 } })
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
})

const ask = (method: string, path: string, body?: unknown, credential = key) =>
  wireCalls('resend', service.url)(method, path, {
    key: credential,
    ...(body !== undefined && { body }),
  })

async function create(events: readonly string[]) {
  const { status, body, text } = await ask('POST', '/webhooks', { endpoint: receiver.url, events })
  expect(status, text).toBe(201)
  return body as { id: string; signing_secret: string }
}

/** An event as the wire lists it. */
interface Listed {
  readonly id: string
  readonly type: string
  readonly status: string
}

function isSigned({ headers, body }: Received, secret: string): boolean {
  const signed = `${String(headers['svix-id'])}.${String(headers['svix-timestamp'])}.${body.toString()}`
  const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64')).update(signed)
  return String(headers['svix-signature'])
    .split(' ')
    .includes(`v1,${hmac.digest('base64')}`)
}

test('a webhook gets the events of an email that was sent by the wire', async () => {
  const { signing_secret: secret, id } = await create(['email.sent', 'email.delivered'])
  const sender = await tenant.key({ project: tenant.liveProject })
  const email = { from: 'Acme <a@shop.example>', to: 'ada@example.com', subject: 'Receipt', text: 'Thanks' }
  const sent = await ask('POST', '/emails', { ...email, tags: [{ name: 'order', value: '1' }] }, sender)
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2)
  const bodies = receiver.received.map(
    ({ body }) => JSON.parse(body.toString()) as { type: string; data: object },
  )
  expect(bodies.map(({ type }) => type).toSorted()).toEqual(['email.delivered', 'email.sent'])
  expect(bodies[0]?.data).toMatchObject({
    email_id: sent.body.id as string,
    from: 'Acme <a@shop.example>',
    to: ['ada@example.com'],
    subject: 'Receipt',
    tags: { order: '1' },
  })
  expect(receiver.received.every((received) => isSigned(received, secret))).toBe(true)

  const listed = async () => (await ask('GET', `/webhooks/${id}/events`)).body.data as Listed[]
  const delivered = { type: expect.stringMatching(/^email\./) as string, status: 'success' }
  // The receiver has its request before the service has noted the reply.
  await expect.poll(listed, { timeout: 60_000 }).toMatchObject([delivered, delivered])
  const [event] = await listed()
  const attempts = await ask('GET', `/webhooks/${id}/events/${event?.id}/attempts`)
  expect(attempts.body).toMatchObject({ has_more: false, data: [{ id: '1', http_status_code: 200 }] })
  const again = await ask('POST', `/webhooks/${id}/events/${event?.id}/replay`)
  expect(again.status, again.text).toBe(202)
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(3)
})

test('a webhook is listed, changed and deleted', async () => {
  const { id } = await create(['domain.updated', 'email.bounced'])
  const path = `/webhooks/${id}`
  expect((await ask('GET', path)).body).toEqual({
    object: 'webhook',
    id,
    endpoint: receiver.url,
    events: ['email.bounced', 'domain.updated'],
    status: 'enabled',
    created_at: expect.any(String) as string,
    signing_secret: null,
  })
  const change = { events: ['email.sent'], status: 'disabled' }
  expect((await ask('PATCH', path, change)).body).toEqual({ object: 'webhook', id })
  expect((await ask('GET', '/webhooks')).body).toMatchObject({
    object: 'list',
    has_more: false,
    data: [{ id, ...change }],
  })
  const rotated = (await ask('POST', `${path}/signing-secret/rotate`)).body
  expect(rotated).toMatchObject({
    object: 'webhook',
    id,
    signing_secret: expect.stringMatching(/^whsec_/) as string,
  })
  expect((await ask('DELETE', path)).body).toEqual({ object: 'webhook', id, deleted: true })
  expect((await ask('GET', path)).body).toMatchObject({ statusCode: 404, name: 'not_found' })
})

test('an event that Postseal does not have is refused by name, and a key of a project is not enough', async () => {
  const webhook = { endpoint: receiver.url, events: ['contact.deleted'] }
  const refused = await ask('POST', '/webhooks', webhook)
  expect(refused.body).toMatchObject({ statusCode: 422, name: 'validation_error' })
  expect(refused.body.message).toMatch(/^events\[0\] must be one of email\.sent/)
  const ofProject = await tenant.key({ project: tenant.liveProject })
  const events = ['email.sent']
  expect((await ask('POST', '/webhooks', { ...webhook, events }, ofProject)).body).toEqual({
    statusCode: 401,
    name: 'restricted_api_key',
    message: 'This operation takes a workspace key or a workspace session, not a project key.',
  })
})
