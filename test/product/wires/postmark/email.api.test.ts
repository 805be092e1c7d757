import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { wireCalls } from '../../../support/wires/wire-calls.js'

/** Emails as Postmark's packages send them. */

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
})
afterAll(() => service.stop())

const ask = (path: string, body: unknown, more: object = {}) =>
  wireCalls('postmark', service.url)('POST', path, { key, body, ...more })
const email = (fields: object = {}) => ({
  From: 'Acme <billing@shop.example>',
  To: 'Ada <ada@example.com>',
  Subject: 'Your receipt',
  HtmlBody: '<p>Thank you</p>',
  ...fields,
})
const send = async (fields: object = {}) => {
  const reply = await ask('/email', email(fields))
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { MessageID: string }
}
const content = async (id: string) =>
  (await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })).body
const templateOf = async (alias: string) => {
  const body = {
    project_id: service.credentials.project_id,
    name: 'Hello',
    alias,
    subject: 'Hello {{ name }}',
    text: 'Hi {{ name }}',
    variables: [{ name: 'name' }],
  }
  const made = await call(service.url, 'POST', '/v1/templates', {
    key: service.credentials.workspace_key,
    body,
  })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body as { id: string }
  const publish = { key: service.credentials.workspace_key, body: { version: 1 } }
  await call(service.url, 'POST', `/v1/templates/${id}/publish`, publish)
  return id
}

test('an email is sent with all that it has', async () => {
  const reply = await send({
    To: '"Lovelace, Ada" <ada@example.com>, bob@example.com',
    Cc: 'Grace <grace@example.com>',
    Bcc: 'eve@example.com',
    ReplyTo: 'Help <help@shop.example>,more@shop.example',
    TextBody: 'Thank you',
    Tag: 'receipt',
    Metadata: { order: 'A-1041' },
    Headers: [
      { Name: 'X-Order', Value: 'A-1041' },
      { Name: 'List-Unsubscribe', Value: '<mailto:u@shop.example>, <https://shop.example/u/1>' },
      { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
    ],
    Attachments: [
      {
        Name: 'a.txt',
        Content: Buffer.from('file').toString('base64'),
        ContentType: 'text/plain',
        ContentID: null,
      },
      { Name: 'b.txt', Content: Buffer.from('logo').toString('base64'), ContentID: 'cid:logo.png' },
    ],
    TrackOpens: true,
    TrackLinks: 'HtmlOnly',
    MessageStream: 'broadcast',
  })
  expect(reply).toEqual({
    To: '"Lovelace, Ada" <ada@example.com>, bob@example.com',
    Cc: 'Grace <grace@example.com>',
    Bcc: 'eve@example.com',
    SubmittedAt: expect.stringMatching(/^\d{4}-/) as string,
    MessageID: expect.stringMatching(/^msg_/) as string,
    ErrorCode: 0,
    Message: 'OK',
  })
  const message = (await settled(service.url, key, reply.MessageID)).body
  expect(message).toMatchObject({
    status: 'delivered',
    from_name: 'Acme',
    category: 'receipt',
    metadata: { order: 'A-1041' },
  })
  const kept = await content(reply.MessageID)
  expect(kept).toMatchObject({
    to: [{ email: 'ada@example.com', name: 'Lovelace, Ada' }, { email: 'bob@example.com' }],
    reply_to: [{ email: 'help@shop.example', name: 'Help' }, { email: 'more@shop.example' }],
    text: 'Thank you',
    html: '<p>Thank you</p>',
    headers: { 'X-Order': 'A-1041' },
    list_unsubscribe: { url: 'https://shop.example/u/1', email: 'u@shop.example' },
    attachments: [
      { filename: 'a.txt', disposition: 'attachment' },
      { filename: 'b.txt', disposition: 'inline', content_id: 'logo.png' },
    ],
  })
  const logs = await call(service.url, 'GET', `/v1/message-logs?message_id=${reply.MessageID}`, { key })
  expect(logs.body).toMatchObject({ data: [{ stream: 'bulk' }, {}, {}, {}] })
})

test('empty texts and nulls count as absent, as they do at Postmark', async () => {
  const fields = {
    Cc: '',
    Bcc: null,
    ReplyTo: '',
    Tag: '',
    TextBody: '',
    TrackOpens: null,
    MessageStream: null,
  }
  const { MessageID: id } = await send(fields)
  const { body } = await settled(service.url, key, id)
  expect(body).toMatchObject({ category: null, recipients: [{ email: 'ada@example.com' }] })
})

test('paths are taken in any case and with a slash at the end', async () => {
  const lower = await call(service.url, 'POST', '/compat/postmark/Email/', {
    headers: { 'X-Postmark-Account-Token': key },
    body: email(),
  })
  expect(lower.status, lower.text).toBe(200)
  const none = await call(service.url, 'POST', '/compat/postmark/mail', {
    headers: { 'X-Postmark-Server-Token': key },
    body: email(),
  })
  expect([none.status, none.body]).toEqual([404, { ErrorCode: 403, Message: expect.any(String) as string }])
})

describe('a batch', () => {
  test('has an outcome for each email, in order', async () => {
    const reply = await ask('/email/batch', [
      email(),
      email({ To: 'nobody' }),
      email({ MessageStream: 'news' }),
      email({ To: 'bob@example.com', Cc: 'eve@example.com' }),
    ])
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toEqual([
      expect.objectContaining({ To: 'Ada <ada@example.com>', ErrorCode: 0, Message: 'OK' }),
      { ErrorCode: 300, Message: "Invalid 'To' address: 'nobody'." },
      { ErrorCode: 300, Message: expect.stringContaining('must be outbound') as string },
      expect.objectContaining({ To: 'bob@example.com', Cc: 'eve@example.com', ErrorCode: 0 }),
    ])
  })

  test('has up to 500 emails', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => email({ Subject: `Mail ${at}` }))
    const reply = await ask('/email/batch', many(130))
    expect(reply.status, reply.text).toBe(200)
    const outcomes = reply.body as unknown as { MessageID: string; ErrorCode: number }[]
    expect(outcomes.map(({ ErrorCode }) => ErrorCode)).toEqual(Array.from({ length: 130 }, () => 0))
    const { body } = await call(service.url, 'GET', `/v1/messages/${outcomes[129]?.MessageID ?? ''}`, { key })
    expect(body).toMatchObject({ subject: 'Mail 129' })
    const refused = await ask('/email/batch', many(501))
    expect([refused.status, refused.body], refused.text).toMatchObject([422, { ErrorCode: 410 }])
  })

  test('is sent once with one idempotency key', async () => {
    const headers = { 'Idempotency-Key': 'pm-1' }
    const ids = async () =>
      ((await ask('/email/batch', [email()], { headers })).body as unknown as { MessageID: string }[]).map(
        ({ MessageID }) => MessageID,
      )
    expect(await ids()).toEqual(await ids())
  })
})

describe('a template', () => {
  test('is named by its id, its alias, or the number that it had at Postmark', async () => {
    const id = await templateOf('1234567')
    for (const named of [{ TemplateId: id }, { TemplateId: 1234567 }, { TemplateAlias: '1234567' }]) {
      const { From, To } = email()
      const body = { From, To, TemplateModel: { name: 'Ada' }, InlineCss: true, ...named }
      const reply = await ask('/email/withTemplate', body)
      expect(reply.status, reply.text).toBe(200)
      const kept = await content((reply.body as { MessageID: string }).MessageID)
      expect(kept).toMatchObject({ subject: 'Hello Ada', text: 'Hi Ada' })
    }
  })

  test('is used by a batch', async () => {
    await templateOf('greeting')
    const { From, To } = email()
    const one = { From, To, TemplateModel: { name: 'Ada' } }
    const reply = await ask('/email/batchWithTemplates', {
      Messages: [
        { ...one, TemplateAlias: 'greeting', Subject: null },
        { ...one, TemplateAlias: 'none' },
        one,
      ],
    })
    expect(reply.body).toEqual([
      expect.objectContaining({ ErrorCode: 0 }),
      { ErrorCode: 1101, Message: expect.any(String) as string },
      { ErrorCode: 300, Message: expect.stringContaining('TemplateAlias') as string },
    ])
  })
})

test.each([
  ['a wrong token', email(), { key: 'none' }, 401, 10, /key/],
  ['no token', email(), { key: undefined }, 401, 10, /./],
  ['no recipient', email({ To: '' }), {}, 422, 300, /To/],
  ['a wrong sender', email({ From: 'nobody' }), {}, 422, 300, /From/],
  ['no sender', email({ From: undefined }), {}, 422, 300, /From/],
  ['no body', email({ HtmlBody: '' }), {}, 422, 300, /HtmlBody|TextBody/],
  ['links of the text alone', email({ TrackLinks: 'TextOnly' }), {}, 422, 300, /HtmlOnly or None/],
  ['an unknown field', email({ Sender: 'x' }), {}, 422, 403, /Sender/],
  [
    'a header twice',
    email({
      Headers: [
        { Name: 'A', Value: '1' },
        { Name: 'a', Value: '2' },
      ],
    }),
    {},
    422,
    300,
    /twice/,
  ],
  ['a long tag', email({ Tag: 'x'.repeat(101) }), {}, 422, 300, /Tag/],
])('%s is refused as Postmark refuses it', async (...given) => {
  const [, body, more, status, code, message] = given
  const reply = await ask('/email', body, more)
  expect([reply.status, reply.body]).toEqual([
    status,
    { ErrorCode: code, Message: expect.stringMatching(message) as string },
  ])
})

test('text that is not JSON is refused as Postmark refuses it', async () => {
  const reply = await fetch(`${service.url}/compat/postmark/email`, {
    method: 'POST',
    headers: { 'X-Postmark-Server-Token': key, 'Content-Type': 'application/json' },
    body: '{',
  })
  expect([reply.status, await reply.json()]).toMatchObject([422, { ErrorCode: 402 }])
})
