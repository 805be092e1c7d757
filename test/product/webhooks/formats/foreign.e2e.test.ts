import { createHmac, createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { call } from '../../../support/api/api.js'
import { send } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import { startReceiver, type Received, type Receiver } from '../../../support/webhooks/receiver.js'
import { toThisMachine, type Delivery } from '../../../support/webhooks/webhook-deliveries.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Webhooks in the formats of Postmark, SendGrid and Mailgun, from the mail to the receiver. */

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

/** Sends a message that is delivered to one recipient and bounces at the other. */
const sendToBoth = (fields: object = {}) =>
  send(service.url, key, tenant.liveProject, {
    from_email: 'orders@shop.example',
    subject: 'Your receipt',
    category: 'receipts',
    metadata: { order: 'A-1' },
    to: [{ email: 'ada@example.com' }, { email: 'bounce@example.com' }],
    ...fields,
  })

/** Waits for as many requests as satisfy a condition, by what they say. */
const received = (count: number, of: (json: any) => boolean) =>
  until(() => {
    const found = receiver.received.filter(({ json }) => of(json))
    return found.length >= count && found
  }, 'the webhooks')

/** The service's own signatures are beside those of the format. */
function expectOwnSignatures(request: Received, secret: string): void {
  const [, timestamp, signature] =
    /^t=(\d+),v1=(\w+)$/.exec(String(request.headers['service-signature'])) ?? []
  const signed = createHmac('sha256', secret).update(`${timestamp}.`).update(request.body)
  expect(signature).toBe(signed.digest('hex'))
  const headers = request.headers as Record<string, string>
  expect(new Webhook(secret).verify(request.body.toString(), headers)).toEqual(request.json)
}

test('postmark: a delivery, a bounce and the change that it made, with the message and its stream', async () => {
  const { secret } = await subscribe(service.url, key, {
    url: receiver.url,
    events: ['*'],
    format: 'postmark',
  })
  const MessageID = await sendToBoth({ stream: 'bulk' })
  const [change] = await received(1, ({ RecordType }) => RecordType === 'SubscriptionChange')
  const [delivered] = await received(1, ({ RecordType }) => RecordType === 'Delivery')
  const [bounced] = await received(1, ({ RecordType }) => RecordType === 'Bounce')
  const message = { MessageID, MessageStream: 'broadcast', Metadata: { order: 'A-1' } }
  expect(delivered?.json).toMatchObject({ ...message, Tag: 'receipts', Recipient: 'ada@example.com' })
  expect(bounced?.json).toMatchObject({
    ...message,
    ...{ Tag: 'receipts', Email: 'bounce@example.com', Type: 'HardBounce', Inactive: true },
    ...{ Subject: 'Your receipt', From: 'orders@shop.example' },
  })
  expect(change?.json).toMatchObject({
    ...message,
    ...{ Recipient: 'bounce@example.com', SuppressSending: true, SuppressionReason: 'HardBounce' },
  })
  for (const request of receiver.received) expectOwnSignatures(request, secret)
})

const sendgridVerified = ({ headers, body }: Received, publicKey: string) =>
  verify(
    'sha256',
    Buffer.concat([Buffer.from(String(headers['x-twilio-email-event-webhook-timestamp'])), body]),
    createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
    Buffer.from(String(headers['x-twilio-email-event-webhook-signature']), 'base64'),
  )

test('sendgrid: every event is signed by the key that the subscription shows', async () => {
  const { id, secret } = await subscribe(service.url, key, {
    url: receiver.url,
    events: ['*'],
    format: 'sendgrid',
  })
  const publicKey = (await ask('GET', `/${id}`)).body.verification_key as string
  const sg_message_id = await sendToBoth()
  const requests = await until(
    () => receiver.received.length >= 3 && receiver.received,
    'processed, delivered and bounce',
  )
  const events = requests.flatMap(({ json }) => json as any[])
  const message = { sg_message_id, category: ['receipts'], order: 'A-1' }
  const byName = (name: string) => events.filter(({ event }) => event === name)
  expect(byName('processed')).toMatchObject([
    { ...message, email: 'ada@example.com' },
    { ...message, email: 'bounce@example.com' },
  ])
  expect(byName('delivered')).toMatchObject([{ ...message, email: 'ada@example.com' }])
  expect(byName('bounce')).toMatchObject([{ ...message, email: 'bounce@example.com', type: 'bounce' }])
  for (const request of requests) {
    expect(sendgridVerified(request, publicKey)).toBe(true)
    expectOwnSignatures(request, secret)
  }
  const { data } = (await ask('GET', `/deliveries?webhook_id=${id}`)).body
  const { request_headers: shown } = (data[0] as Delivery).attempts[0]!
  const names = shown?.map(({ name }) => name)
  expect(names).toContain('X-Twilio-Email-Event-Webhook-Signature')
  const sent = requests.find(({ headers }) =>
    shown?.some(({ value }) => value === headers['x-twilio-email-event-webhook-signature']),
  )
  expect(shown).toEqual(sent?.fields.filter(({ name }) => name !== 'connection'))
})

test('sendgrid: a rotation changes the key, and only that format has one', async () => {
  const { webhook } = (await ask('PUT', '', { url: receiver.url, events: ['*'], format: 'sendgrid' })).body
  const old = webhook.verification_key as string
  expect((await ask('GET', '?limit=1')).body.data).toMatchObject([{ verification_key: old }])
  const rotated = await ask('POST', `/${webhook.id}/rotate-secret`, {})
  const now = rotated.body.webhook.verification_key as string
  expect(now).not.toBe(old)
  await ask('POST', `/${webhook.id}/test`)
  const [tested] = await receiver.count(1)
  expect([sendgridVerified(tested!, now), sendgridVerified(tested!, old)]).toEqual([true, false])
  expect(tested?.json).toMatchObject([{ event: 'test' }])
  const changed = await ask('PATCH', '', { id: webhook.id, format: 'postmark' })
  expect(changed.body.webhook.verification_key).toBeNull()
  const back = await ask('PATCH', '', { id: webhook.id, format: 'sendgrid' })
  expect(back.body).toMatchObject({ secret: null, webhook: { verification_key: now } })
})

test('mailgun: the newest secret signs, each attempt by another token', async () => {
  const { id, secret } = await subscribe(service.url, key, {
    url: receiver.url,
    events: ['message.delivered'],
    format: 'mailgun',
  })
  receiver.answer = () => (receiver.received.length === 1 ? 503 : 200)
  const message = await send(service.url, key, tenant.testProject, { category: 'receipts' })
  const [first, second] = await receiver.count(2)
  const signed = ({ timestamp, token }: any, by: string) =>
    createHmac('sha256', by).update(`${timestamp}${token}`).digest('hex')
  for (const one of [first!, second!]) {
    expect(one.json.signature.signature).toBe(signed(one.json.signature, secret))
    expect(one.json['event-data']).toMatchObject({
      event: 'delivered',
      recipient: 'ada@example.com',
      tags: ['receipts'],
      flags: { 'is-test-mode': true },
    })
    expect(one.json['event-data'].message.headers['message-id']).toMatch(message)
    expectOwnSignatures(one, secret)
  }
  expect(second?.json.signature.token).not.toBe(first?.json.signature.token)
  expect(second?.json['event-data']).toEqual(first?.json['event-data'])

  const newest = (await ask('POST', `/${id}/rotate-secret`, {})).body.secret as string
  await ask('POST', `/${id}/test`)
  const [, , third] = await receiver.count(3)
  expect(third?.json.signature.signature).toBe(signed(third?.json.signature, newest))
})

test.each(['postmark', 'sendgrid', 'mailgun'])(
  '%s has no domains: their events are refused',
  async (format) => {
    const url = `${receiver.url}/${format}`
    const refused = await ask('PUT', '', { url, events: ['message.delivered', 'domain.failed'], format })
    expect([refused.status, refused.body.error.details[0].path]).toEqual([422, '/body/events/1'])
  },
)
