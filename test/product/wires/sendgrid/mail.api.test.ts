import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, type ApiRequest } from '../../../support/api/api.js'
import { settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { wireCalls } from '../../../support/wires/wire-calls.js'

/** Mail as SendGrid's packages send it. */

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
})
afterAll(() => service.stop())

const mail = (fields: object = {}) => ({
  personalizations: [{ to: [{ email: 'ada@example.com', name: 'Ada' }] }],
  from: { email: 'billing@shop.example', name: 'Acme' },
  subject: 'Your receipt',
  content: [{ type: 'text/html', value: '<p>Thank you</p>' }],
  ...fields,
})
const ask = (body: unknown, more: ApiRequest = {}) =>
  wireCalls('sendgrid', service.url)('POST', '/v3/mail/send', { key, body, ...more })
const send = async (fields: object = {}) => {
  const reply = await ask(mail(fields))
  expect([reply.status, reply.text]).toEqual([202, ''])
  return String(reply.headers['x-message-id'])
}
const refusal = async (fields: object) => {
  const { status, body } = await ask(mail(fields))
  const [first] = body.errors as { field: string | null; message: string }[]
  return [status, first?.field, first?.message]
}
const messages = async (subject: string) => {
  const list = await call(service.url, 'GET', '/v1/messages?limit=100', { key })
  return (list.body.data as { id: string; subject: string }[]).filter((each) => each.subject === subject)
}

test('a message is sent with all that it has', async () => {
  const id = await send({
    personalizations: [
      {
        to: [{ email: 'ada@example.com', name: 'Ada' }],
        cc: [{ email: 'grace@example.com' }],
        headers: { 'X-Entity-Ref-ID': '1041' },
        custom_args: { order: 'A-1041' },
      },
    ],
    custom_args: { order: 'none', shop: 'de' },
    categories: ['receipt'],
    attachments: [
      { filename: 'a.txt', content: Buffer.from('a file').toString('base64'), type: 'text/plain' },
    ],
    mail_settings: { sandbox_mode: { enable: false } },
  })
  expect((await settled(service.url, key, id)).body).toMatchObject({
    status: 'delivered',
    from_name: 'Acme',
    from_email: 'billing@shop.example',
    category: 'receipt',
    metadata: { order: 'A-1041', shop: 'de' },
  })
  const content = await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })
  expect(content.body).toMatchObject({ html: '<p>Thank you</p>', headers: { 'X-Entity-Ref-ID': '1041' } })
})

test('each personalization is a message, and one mistake sends none', async () => {
  const to = (email: string) => ({ to: [{ email }] })
  const subject = `Several ${randomUUID()}`
  const id = await send({ subject, personalizations: [to('ada@example.com'), to('grace@example.com')] })
  const sent = await messages(subject)
  expect([sent.length, sent.some((message) => message.id === id)]).toEqual([2, true])
  const none = `None ${randomUUID()}`
  expect(await refusal({ subject: none, personalizations: [to('ada@example.com'), to('nobody')] })).toEqual([
    400,
    'personalizations.1.to.0',
    expect.any(String),
  ])
  expect(await messages(none)).toEqual([])
})

test('send_at in seconds schedules a message', async () => {
  const seconds = Math.floor(Date.now() / 1000) + 7 * 86_400
  const id = await send({ send_at: seconds })
  expect((await call(service.url, 'GET', `/v1/messages/${id}`, { key })).body).toMatchObject({
    status: 'scheduled',
    scheduled_at: new Date(seconds * 1000).toISOString(),
  })
})

test('a key sends once', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const first = await ask(mail(), { headers })
  const again = await ask(mail(), { headers })
  expect([first.status, again.status]).toEqual([202, 202])
  expect(again.headers['x-message-id']).toBe(first.headers['x-message-id'])
})

test.each([
  [
    'a pair with the name of a category',
    { categories: ['a', 'b'], custom_args: { category_2: 'c' } },
    'custom_args.category_2',
  ],
  ['an address that is none', { personalizations: [{ to: [{ email: 'x' }] }] }, 'personalizations.0.to.0'],
  ['the sandbox', { mail_settings: { sandbox_mode: { enable: true } } }, 'mail_settings.sandbox_mode'],
  ['a footer', { mail_settings: { footer: { enable: true } } }, 'mail_settings.footer'],
  ['another type of content', { content: [{ type: 'text/calendar', value: 'x' }] }, 'content.0.type'],
  [
    'data without a template',
    { personalizations: [{ to: [{ email: 'a@example.com' }], dynamic_template_data: {} }] },
    'personalizations.0.dynamic_template_data',
  ],
])('%s is refused, by the name of the field', async (_name, fields, field) => {
  expect(await refusal(fields)).toEqual([400, field, expect.any(String)])
})

test('a key that is wrong and a template that is not there have the statuses of SendGrid', async () => {
  expect((await ask(mail(), { key: 'SG.wrong' })).status).toBe(401)
  expect((await ask(mail({ content: undefined, subject: undefined, template_id: 'd-1' }))).status).toBe(400)
})
