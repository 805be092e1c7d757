import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { formOf, type Field } from '../../../support/wires/forms.js'
import { wireCalls } from '../../../support/wires/wire-calls.js'

/** Messages as Mailgun's packages send them: forms with files. */

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
})
afterAll(() => service.stop())

const post = async (path: string, fields: readonly Field[]): Promise<ApiReply> =>
  wireCalls('mailgun', service.url)('POST', path, { key, ...(await formOf(fields)) })

const send = (fields: readonly Field[] = []) =>
  post('/v3/shop.example/messages', [...message.filter(([name]) => !has(fields, name)), ...fields])
const has = (fields: readonly Field[], name: string) => fields.some(([other]) => other === name)
const message: readonly Field[] = [
  ['from', 'Acme <billing@shop.example>'],
  ['to', 'Ada <ada@example.com>'],
  ['subject', 'Your receipt'],
  ['html', '<p>Thank you</p>'],
]

function idOf({ status, text, body }: ApiReply): string {
  expect(status, text).toBe(200)
  const [, id = ''] = /^<(msg_\w{26})@shop\.example>$/.exec((body as { id: string }).id) ?? []
  return id
}

const contentOf = async (id: string) =>
  (await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })).body

test('a message is sent with all that it has', async () => {
  const reply = await send([
    ['to', 'Ada <ada@example.com>, "Hopper, Grace" <grace@example.com>'],
    ['to', 'alan@example.com'],
    ['cc', 'Bob <bob@example.com>'],
    ['bcc', 'archive@shop.example'],
    ['attachment', new File(['%PDF-1.7'], 'receipt.pdf', { type: 'application/pdf' })],
    ['attachment', new File([Uint8Array.from([0, 255, 13, 10])], 'Quittung für Ada.bin')],
    ['inline', new File(['GIF89a'], 'logo.gif', { type: 'image/gif' })],
    ['html', '<img src="cid:logo.gif">'],
    ['h:Reply-To', 'Help <help@shop.example>'],
    ['h:X-Order', '1041'],
    ['h:X-Mailgun-Variables', '{"shop": "eu", "items": [1]}'],
    ['v:order', 'A-1041'],
    ['o:tag', 'receipts'],
    ['o:tracking', 'yes'],
    ['o:tracking-clicks', 'no'],
    ['o:dkim', 'yes'],
    ['o:testmode', 'no'],
  ])
  const id = idOf(reply)
  expect(reply.body).toEqual({ id: `<${id}@shop.example>`, message: 'Queued. Thank you.' })
  const sent = (await settled(service.url, key, id)).body
  expect(sent).toMatchObject({
    status: 'delivered',
    from_name: 'Acme',
    from_email: 'billing@shop.example',
    category: 'receipts',
    metadata: { order: 'A-1041', shop: 'eu', items: '[1]' },
  })
  const recipients = sent.recipients as { email: string; name: string | null; kind: string }[]
  expect(recipients.map(({ email, name, kind }) => [kind, email, name])).toEqual([
    ['to', 'ada@example.com', 'Ada'],
    ['to', 'grace@example.com', 'Hopper, Grace'],
    ['to', 'alan@example.com', null],
    ['cc', 'bob@example.com', 'Bob'],
    ['bcc', 'archive@shop.example', null],
  ])
  const content = await contentOf(id)
  expect(content.reply_to).toEqual([{ email: 'help@shop.example', name: 'Help' }])
  expect(content.headers).toEqual({ 'X-Order': '1041' })
  const files = content.attachments as { filename: string; content: string; content_id: string | null }[]
  expect(
    files.map(({ filename, content, content_id: cid }) => [
      filename,
      cid,
      Buffer.from(content, 'base64').toString('latin1'),
    ]),
  ).toEqual([
    ['receipt.pdf', null, '%PDF-1.7'],
    ['Quittung für Ada.bin', null, '\0\u00ff\r\n'],
    ['logo.gif', 'logo.gif', 'GIF89a'],
  ])
})

test('a message without files can be an urlencoded form', async () => {
  const body = new URLSearchParams({
    from: 'billing@shop.example',
    to: 'ada@example.com',
    subject: 'Ihre Quittung & mehr',
    text: 'Schöne Grüße\n100 %',
  })
  const reply = await wireCalls('mailgun', service.url)('POST', '/v3/shop.example/messages', {
    key,
    raw: body.toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const content = await contentOf(idOf(reply))
  expect(content.text).toBe('Schöne Grüße\n100 %')
})

test('a message waits for its time of delivery', async () => {
  const time = new Date(Date.now() + 3_600_000)
  const id = idOf(await send([['o:deliverytime', time.toUTCString().replace('GMT', '+0000')]]))
  const { body } = await call(service.url, 'GET', `/v1/messages/${id}`, { key })
  expect(body.status).toBe('scheduled')
  expect(Math.abs(Date.parse(body.scheduled_at as string) - time.getTime())).toBeLessThan(1000)
})

describe('recipient variables', () => {
  test('each recipient gets a message of their own', async () => {
    const variables = { 'ada@example.com': { first: 'Ada', id: 7 }, 'GRACE@example.com': { first: 'Grace' } }
    const reply = await send([
      ['to', 'Ada L <ada@example.com>'],
      ['to', 'grace@example.com'],
      ['subject', 'Hello %recipient.first%'],
      ['html', '<p>%recipient.first% %recipient.id% %recipient_email% %recipient% 100%</p>'],
      ['v:user', '%recipient.id%'],
      ['o:tag', 'variables'],
      ['recipient-variables', JSON.stringify(variables)],
    ])
    idOf(reply)
    const { body } = await call(service.url, 'GET', '/v1/messages?category=variables', { key })
    const sent = body.data as {
      id: string
      subject: string
      metadata: object
      recipients: { email: string }[]
    }[]
    expect(sent.map(({ subject, recipients }) => [subject, recipients.map(({ email }) => email)])).toEqual([
      ['Hello Grace', ['grace@example.com']],
      ['Hello Ada', ['ada@example.com']],
    ])
    const [second, first] = sent
    expect((await contentOf(first?.id ?? '')).html).toBe(
      '<p>Ada 7 ada@example.com Ada L <ada@example.com> 100%</p>',
    )
    expect((await contentOf(second?.id ?? '')).html).toContain('Grace %recipient.id% grace@example.com')
    expect(first?.metadata).toEqual({ user: '7' })
  })

  test('no message is sent if one of them is refused', async () => {
    const reply = await send([
      ['to', 'ada@example.com'],
      ['to', 'nobody'],
      ['o:tag', 'none'],
      ['recipient-variables', '{}'],
    ])
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({ message: expect.stringContaining('nobody') as string })
    const { body } = await call(service.url, 'GET', '/v1/messages?category=none', { key })
    expect(body.data).toEqual([])
  })

  test('messages that together are too large are refused before they are made', async () => {
    const recipients = Array.from({ length: 100 }, (_, at): Field => ['to', `user${at}@example.com`])
    const reply = await send([...recipients, ['html', 'x'.repeat(200_000)], ['recipient-variables', '{}']])
    expect([reply.status, reply.text]).toEqual([413, expect.stringContaining('several requests')])
  })

  test.each([
    ['a list', '[]'],
    ['text', 'Ada'],
    ['a value of an address that is no object', '{"ada@example.com": 1}'],
  ])('%s is refused', async (_, text) => {
    const reply = await send([['recipient-variables', text]])
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('recipient-variables')])
  })
})

describe('forms that are refused', () => {
  test.each<[string, readonly Field[], RegExp]>([
    ['a sender that is no address', [['from', 'nobody']], /from/],
    [
      'two senders',
      [
        ['from', 'a@shop.example'],
        ['from', 'b@shop.example'],
      ],
      /from is in the form more than once/,
    ],
    ['an unknown field', [['o:colour', 'red']], /o:colour/],
    [
      'a pair with the name of a further tag',
      [
        ['o:tag', 'a'],
        ['o:tag', 'b'],
        ['v:tag_2', 'c'],
      ],
      /tag_2 is the name of a further tag/,
    ],
    ['the test mode', [['o:testmode', 'yes']], /o:testmode/],
    ['AMP', [['amp-html', '<html amp>']], /amp-html is not there/],
    ['an unknown time', [['o:deliverytime', 'tomorrow']], /o:deliverytime must be a time/],
    ['a time without its zone', [['o:deliverytime', 'Fri, 04 Dec 2026 08:00:00']], /o:deliverytime/],
    ['an inline file without a name', [['inline', 'text']], /inline/],
    [
      'bytes that are no text',
      [['subject', new File([Uint8Array.from([255])], 'x')]],
      /subject is not UTF-8/,
    ],
    ['a header with a line break', [['h:X-A', 'a\r\nBcc: eve@example.com']], /X-A/],
  ])('%s', async (_, fields, sentence) => {
    const { status, body } = await send(fields)
    expect([status, (body as { message: string }).message]).toEqual([400, expect.stringMatching(sentence)])
  })

  test.each<[string, string, string, number]>([
    ['JSON', '{}', 'application/json', 415],
    ['a multipart body without a boundary', 'x', 'multipart/form-data', 400],
    ['a multipart body that ends early', '--x\r\nContent-Disp', 'multipart/form-data; boundary=x', 400],
    ['too many fields', 'a=1&'.repeat(6000), 'application/x-www-form-urlencoded', 413],
    ['a long name', `${'n'.repeat(400)}=1`, 'application/x-www-form-urlencoded', 413],
    ['an empty form', '', 'application/x-www-form-urlencoded', 400],
  ])('%s', async (_, raw, type, expected) => {
    const reply = await wireCalls('mailgun', service.url)('POST', '/v3/shop.example/messages', {
      key,
      raw,
      headers: { 'Content-Type': type },
    })
    expect([reply.status, reply.body]).toEqual([expected, { message: expect.any(String) as string }])
  })

  test('a body above the limit', async () => {
    const reply = await send([['attachment', new File([new Uint8Array(11_000_000)], 'large.bin')]])
    expect(reply.status).toBe(413)
  })

  test('a wrong key', async () => {
    const reply = await wireCalls('mailgun', service.url)('GET', '/v3/shop.example/events', { key: 'wrong' })
    expect([reply.status, reply.body]).toEqual([401, { message: expect.any(String) as string }])
  })
})
