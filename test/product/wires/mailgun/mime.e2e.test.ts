import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { formOf, type Field } from '../../../support/wires/forms.js'
import { wireCalls } from '../../../support/wires/wire-calls.js'

/** Whole messages in MIME, as Mailgun's packages send them. */

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
})
afterAll(() => service.stop())

const header = [
  'From: Acme <billing@shop.example>',
  'To: Ada <ada@example.com>',
  'Subject: =?utf-8?q?Your_receipt_=E2=82=AC?=',
]
const mimeOf = (fields: readonly string[] = [], body = 'Hello') =>
  [...header, ...fields, '', body, ''].join('\r\n')
const asFile = (mime: string) => new File([mime], 'message.mime', { type: 'message/rfc822' })

async function send(message: string | File, fields: readonly Field[] = [['to', 'ada@example.com']]) {
  const form = await formOf([...fields, ['message', message]])
  return wireCalls('mailgun', service.url)('POST', '/v3/shop.example/messages.mime', { key, ...form })
}

async function sent({ status, text, body }: ApiReply) {
  expect(status, text).toBe(200)
  const [, id = ''] = /^<(msg_\w{26})@shop\.example>$/.exec((body as { id: string }).id) ?? []
  const message = (await settled(service.url, key, id)).body
  const content = (await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })).body
  return { message, content }
}

test('a message is sent with its parts, to the addresses of the form', async () => {
  const multipart = [
    'Content-Type: multipart/mixed; boundary=b',
    'X-Order: 17',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Hello</p>',
    '--b',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename=receipt.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERg==',
    '--b--',
    '',
  ]
  const { message, content } = await sent(
    await send(asFile([...header, ...multipart].join('\r\n')), [
      ['to', 'Ada <ada@example.com>, grace@example.com'],
      ['o:tag', 'receipts'],
      ['v:order', '17'],
      ['h:X-Shop', 'eu'],
    ]),
  )
  expect(message).toMatchObject({
    status: 'delivered',
    subject: 'Your receipt €',
    from_name: 'Acme',
    category: 'receipts',
    metadata: { order: '17' },
    recipients: [
      { email: 'ada@example.com', kind: 'to' },
      { email: 'grace@example.com', kind: 'bcc' },
    ],
  })
  expect(content).toMatchObject({ html: '<p>Hello</p>', attachments: [{ filename: 'receipt.pdf' }] })
  expect(content.headers).toMatchObject({ 'X-Order': '17', 'X-Shop': 'eu' })
})

test('the message can be the text of a field, and say in its header what the form does not', async () => {
  const own = [
    'X-Mailgun-Tag: header',
    'X-Mailgun-Variables: {"order": "17", "shop": "eu"}',
    'X-Mailgun-Track: no',
    'List-Unsubscribe: <https://shop.example/u/1>, <mailto:leave@shop.example>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ]
  const { message, content } = await sent(
    await send(mimeOf(own), [
      ['to', 'ada@example.com'],
      ['v:shop', 'us'],
    ]),
  )
  expect(message).toMatchObject({ category: 'header', metadata: { order: '17', shop: 'us' } })
  const leave = { url: 'https://shop.example/u/1', email: 'leave@shop.example' }
  expect(content.list_unsubscribe).toEqual(leave)
  expect(JSON.stringify(content)).not.toContain('Mailgun')
})

test('each recipient with variables gets a message of its own', async () => {
  const reply = await send(mimeOf(['X-Mailgun-Tag: each'], 'Hello %recipient.name%'), [
    ['to', 'ada@example.com'],
    ['to', 'grace@example.com'],
    ['recipient-variables', '{"ada@example.com": {"name": "Ada"}, "grace@example.com": {"name": "Grace"}}'],
  ])
  expect(reply.status, reply.text).toBe(200)
  const { body } = await call(service.url, 'GET', '/v1/messages?category=each', { key })
  const each = body.data as { id: string; recipients: { email: string }[] }[]
  expect(each.map(({ recipients }) => recipients.map(({ email }) => email))).toEqual([
    ['grace@example.com'],
    ['ada@example.com'],
  ])
  const content = await call(service.url, 'GET', `/v1/messages/${each[1]?.id}/content`, { key })
  expect(content.body.text).toContain('Hello Ada')
})

describe('a message is refused', () => {
  const signed = [
    'Content-Type: multipart/signed; boundary=b; protocol="application/pgp-signature"',
    '',
    '--b',
    '',
    'Hello',
    '--b',
    'Content-Type: application/pgp-signature',
    '',
    'x',
    '--b--',
    '',
  ]
  test.each<[string, string, readonly Field[], RegExp]>([
    ['without a sender', 'Subject: x\r\n\r\nx\r\n', [], /message has no From/],
    ['with a field that Postseal does not read', mimeOf(['X-Mailgun-Drop-Message: yes']), [], /Drop-Message/],
    ['with a switch that is neither on nor off', mimeOf(['X-Mailgun-Track: maybe']), [], /X-Mailgun-Track/],
    ['that is signed', [...header, ...signed].join('\r\n'), [], /SMTP/],
    ['with a template beside it', mimeOf(), [['template', 'receipt']], /template goes without/],
    ['with the test mode', mimeOf(), [['o:testmode', 'yes']], /o:testmode/],
  ])('%s', async (_, mime, fields, reason) => {
    const reply = await send(asFile(mime), [['to', 'ada@example.com'], ...fields])
    expect([reply.status, reply.text]).toEqual([400, expect.stringMatching(reason)])
  })
})
