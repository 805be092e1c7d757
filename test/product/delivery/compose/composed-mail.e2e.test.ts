import { createHash, randomBytes } from 'node:crypto'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { inbox, logsOf, messageTo, rawMail, read, send, untilLog } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { startSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'
import {
  bytesOf,
  expectLegalOnTheWire,
  fieldOf,
  mailLines,
  parseMail,
  shapeOf,
} from '../../../support/mail/wire.js'

/** Tests that a mail arrives as its send says, in the eyes of somebody who knows nothing of this service. */

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

type Fields = NonNullable<Parameters<typeof send>[2]>

let counter = 0
const newReader = () => `reader${++counter}@example.com`

async function arrived(to: string): Promise<Buffer> {
  const [mail] = await until(async () => {
    const mails = await inbox(service.url, to)
    return mails.length > 0 && mails
  }, `the mail to ${to}`)
  return rawMail(service.url, mail ?? { id: '' })
}

/** Sends a message and reads what has arrived for its first recipient. */
async function deliver(
  fields: Fields = {},
  to = newReader(),
): Promise<{ id: string; raw: Buffer; mail: Email }> {
  const { id } = await send(service, to, fields)
  const raw = await arrived(fields.to?.[0]?.email ?? to)
  expectLegalOnTheWire(raw)
  return { id, raw, mail: await parseMail(raw) }
}

/** The test makes a scheduled message due, which is scheduled so far ahead that the slowest run sees it wait. */
async function makeDue({ id }: { id: string }): Promise<void> {
  await service.sql.query('update delivery_queue set due_at = now() where message_id = $1', [
    fromTypeId('msg', id),
  ])
}

async function refusedWith(fields: Record<string, unknown>): Promise<{ code: string; paths: string[] }> {
  const reply = await call(service.url, 'post', '/v1/messages', {
    key: service.credentials.project_key,
    body: messageTo(service, newReader(), fields),
  })
  expect(reply.status, reply.text).toBe(422)
  const { code, details } = reply.body.error
  return { code, paths: details.map(({ path }: { path: string }) => path) }
}

const base64 = (content: Buffer) => content.toString('base64')
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

test('a message of every field says all of it', async () => {
  const cc = newReader()
  const pdf = randomBytes(5000)
  const { id, raw, mail } = await deliver({
    from_name: 'Größe & Söhne, "Laden"',
    from_email: 'Shop@BÜCHER.example',
    to: [{ email: newReader(), name: '山田 太郎' }, { email: newReader() }],
    cc: [{ email: cc, name: 'O\'Brien, "Pat" <pat@evil.example>' }],
    bcc: [{ email: 'hidden@example.com', name: 'Hidden Person' }],
    reply_to: [{ email: 'help@shop.example', name: 'Hilfe' }, { email: 'second@shop.example' }],
    subject: 'Ihre Bestellung 🎉',
    text: 'Grüße,\nIhr Laden',
    html: '<p>Grüße<img src="cid:logo"></p>',
    headers: { 'X-Order': 'A-1042', 'X-Kunde': 'Zoë', References: '<a@shop.example> <b@shop.example>' },
    list_unsubscribe: { url: 'https://shop.example/u?c=9', email: 'leave@shop.example' },
    category: 'order',
    metadata: { order_id: 'A-1042' },
    attachments: [
      { filename: 'Rechnung März.pdf', content: base64(pdf) },
      { filename: 'logo.png', content: base64(pixel), content_id: 'logo' },
    ],
  })
  expect(mail.from).toEqual({ name: 'Größe & Söhne, "Laden"', address: 'Shop@xn--bcher-kva.example' })
  expect(mail.to?.map(({ name }) => name)).toEqual(['山田 太郎', ''])
  expect(mail.cc).toEqual([{ name: 'O\'Brien, "Pat" <pat@evil.example>', address: cc }])
  expect(mail.replyTo).toEqual([
    { name: 'Hilfe', address: 'help@shop.example' },
    { name: '', address: 'second@shop.example' },
  ])
  expect(mail.subject).toBe('Ihre Bestellung 🎉')
  expect(mailLines(mail.text ?? '')).toBe('Grüße,\nIhr Laden')
  expect(mailLines(mail.html ?? '')).toBe('<p>Grüße<img src="cid:logo"></p>')
  expect(shapeOf(raw)).toBe('mixed(alternative(plain related(html png)) pdf)')
  expect(
    mail.attachments.map(({ filename, mimeType, disposition, contentId }) => [
      filename,
      mimeType,
      disposition,
      contentId,
    ]),
  ).toEqual([
    ['logo.png', 'image/png', 'inline', '<logo>'],
    ['Rechnung März.pdf', 'application/pdf', 'attachment', undefined],
  ])
  expect(mail.attachments.map(({ content }) => bytesOf(content))).toEqual([pixel, pdf])
  expect(fieldOf(raw, 'Message-ID')).toBe(`<${id}@xn--bcher-kva.example>`)
  expect(fieldOf(raw, 'X-Order')).toBe('A-1042')
  expect(mail.headers.find(({ key }) => key === 'x-kunde')?.value).toMatch(/^=\?UTF-8\?/)
  expect(mail.references).toBe('<a@shop.example> <b@shop.example>')
  expect(fieldOf(raw, 'List-Unsubscribe')).toBe('<https://shop.example/u?c=9>, <mailto:leave@shop.example>')
  expect(fieldOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const { project_id, workspace_id } = service.credentials
  expect(fieldOf(raw, 'Feedback-ID')).toBe(`order:${project_id}:${workspace_id}:postseal`)
  expect(raw.toString()).not.toMatch(/hidden|metadata|order_id/i)
})

test('50 recipients of all kinds get the same bytes, which name no hidden one', async () => {
  const list = (count: number) =>
    Array.from({ length: count }, () => ({ email: newReader(), name: `Name ${counter}` }))
  const [to, cc, bcc] = [list(20), list(20), list(10)]
  const file = { filename: 'a.bin', content: base64(randomBytes(100_000)) }
  const message = await send(service, [], { to, cc, bcc, attachments: [file], html: '<p>x</p>' })
  await until(
    async () => (await logsOf(service, message)).every(({ status }) => status === 'delivered'),
    'all deliveries',
  )
  const raws = await Promise.all([...to, ...cc, ...bcc].map(({ email }) => arrived(email)))
  const digests = raws.map((raw) => createHash('sha256').update(raw).digest('hex'))
  expect(new Set(digests).size).toBe(1)
  const [raw = Buffer.alloc(0)] = raws
  expectLegalOnTheWire(raw, 100)
  const mail = await parseMail(raw)
  expect(mail.to?.map(({ address }) => address)).toEqual(to.map(({ email }) => email))
  expect(mail.cc?.map(({ address }) => address)).toEqual(cc.map(({ email }) => email))
  expect(mail.bcc).toBeUndefined()
  for (const { email, name } of bcc) {
    expect(raw.includes(email)).toBe(false)
    expect(raw.includes(`${name} <`)).toBe(false)
  }
})

test('messages that are due at the same time keep their own content and attachments', async () => {
  const scheduled_at = new Date(Date.now() + 1500).toISOString()
  const messages = Array.from({ length: 30 }, (_, index) => ({
    to: newReader(),
    text: `Text ${index}`,
    attachments:
      index % 3 === 0 ? [{ filename: `${index}.bin`, content: base64(Buffer.from(`File ${index}`)) }] : [],
  }))
  await Promise.all(messages.map(({ to, ...fields }) => send(service, to, { ...fields, scheduled_at })))
  for (const { to, text, attachments } of messages) {
    const mail = await parseMail(await arrived(to))
    expect(mail.to?.map(({ address }) => address)).toEqual([to])
    expect(mailLines(mail.text ?? '')).toBe(text)
    expect(
      mail.attachments.map(({ filename, content }) => ({ filename, content: base64(bytesOf(content)) })),
    ).toEqual(attachments)
  }
})

test('attachments of some megabytes arrive byte for byte', async () => {
  const files = [
    randomBytes(4_000_000),
    randomBytes(1_500_001),
    Buffer.alloc(0),
    Buffer.from('\r\n.\r\nFrom x\r\n'),
  ]
  const { mail, raw } = await deliver({
    attachments: files.map((content, index) => ({ filename: `${index}.bin`, content: base64(content) })),
  })
  expect(mail.attachments).toHaveLength(4)
  mail.attachments.forEach(({ content }, index) =>
    expect(bytesOf(content).equals(files[index] ?? Buffer.alloc(0))).toBe(true),
  )
  expectLegalOnTheWire(raw, 100)
})

test('what is sent again, by another process too, is the same message to the byte', async () => {
  const port = await heldPort()
  const server = await startSmtpServer(port, () => (server.received.length < 2 ? 'cut' : 'accept'))
  const env = { POSTSEAL_SINK_PORT: String(port) }
  const api = await startTestService({ env: { ...env, POSTSEAL_ROLES: 'api' } })
  const startWorker = () =>
    startTestService({
      env: { ...env, POSTSEAL_ROLES: 'delivery' },
      delivery: { backoffSeconds: [0.5] },
      beside: api,
    })
  try {
    const message = await send(api, newReader(), {
      from_name: 'Ä',
      html: '<img src="cid:a">',
      attachments: [{ filename: 'a.png', content: base64(pixel), content_id: 'a' }],
      headers: { 'X-B': '2', 'X-A': '1' },
      list_unsubscribe: { url: 'https://shop.example/u' },
    })
    for (const attempts of [1, 2]) {
      const worker = await startWorker()
      await untilLog(api, message, (log) => log.attempts.length >= attempts, `attempt ${attempts}`)
      await worker.stop()
    }
    const [first, second] = server.received
    expect(second?.raw.equals(first?.raw ?? Buffer.alloc(0))).toBe(true)
  } finally {
    await api.stop()
    await server.close()
  }
})

test('a scheduled message has the time of its schedule as its date', async () => {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const to = newReader()
  await makeDue(await send(service, to, { scheduled_at }))
  const raw = await arrived(to)
  expect(new Date(fieldOf(raw, 'Date') ?? '').getTime()).toBe(
    Math.floor(Date.parse(scheduled_at) / 1000) * 1000,
  )
})

test('a schedule that has just passed is for now', async () => {
  const message = await send(service, newReader(), {
    scheduled_at: new Date(Date.now() - 60_000).toISOString(),
  })
  expect(message).toMatchObject({ status: 'queued' })
  expect(message.scheduled_at).toBeNull()
})

describe('what a send says of its content', () => {
  test('is answered as it is sent', async () => {
    const { id } = await deliver({
      from_name: ' A\tB ',
      attachments: [{ filename: '../x/März\u202e.txt', content: 'AAA' }],
      list_unsubscribe: { url: 'https://shop.example/u', email: 'x@BÜCHER.example' },
    })
    const { body } = await read(service, `/v1/messages/${id}/content`)
    expect(body).toMatchObject({
      from_name: 'A B',
      list_unsubscribe: { url: 'https://shop.example/u', email: 'x@xn--bcher-kva.example' },
      attachments: [
        {
          filename: 'März.txt',
          content_type: 'text/plain',
          content_id: null,
          disposition: 'attachment',
          size: 2,
          content: 'AAA=',
        },
      ],
    })
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    ['a header of ours', { headers: { Bcc: 'x@example.com' } }, 'validation_failed', '/body/headers/Bcc'],
    ['a header in lines', { headers: { 'X-A': 'a\r\nBcc: x' } }, 'validation_failed', '/body/headers/X-A'],
    ['a header with a bell', { headers: { 'X-A': 'a\u0007' } }, 'validation_failed', '/body/headers/X-A'],
    ['a name in lines', { from_name: 'a\r\nBcc: x' }, 'validation_failed', '/body/from_name'],
    [
      'a name of two recipients',
      { cc: [{ email: 'a@b@c.example' }] },
      'validation_failed',
      '/body/cc/0/email',
    ],
    [
      'an address for answers',
      { reply_to: [{ email: 'a b@c.example' }] },
      'validation_failed',
      '/body/reply_to/0/email',
    ],
    [
      'an attachment',
      { attachments: [{ filename: 'a', content: '-_' }] },
      'validation_failed',
      '/body/attachments/0/content',
    ],
    [
      'a media type in lines',
      { attachments: [{ filename: 'a', content: '', content_type: 'a/b\r\nX: y' }] },
      'validation_failed',
      '/body/attachments/0/content_type',
    ],
    [
      'a content id in brackets',
      { attachments: [{ filename: 'a', content: '', content_id: 'a>\r\n' }] },
      'validation_failed',
      '/body/attachments/0/content_id',
    ],
    [
      'a list address in lines',
      { list_unsubscribe: { url: 'https://x.example/\r\nBcc:x' } },
      'validation_failed',
      '/body/list_unsubscribe/url',
    ],
    ['a schedule', { scheduled_at: '2001-01-01T00:00:00Z' }, 'schedule_out_of_range', '/body/scheduled_at'],
  ])('is refused where %s is wrong, with its place', async (_what, fields, code, path) => {
    expect(await refusedWith(fields)).toEqual({ code, paths: [path] })
  })
})

test('a message whose content is gone fails for good, and says so', async () => {
  const message = await send(service, newReader(), {
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await service.sql.query(
    `delete from message_contents content using messages message
     where content.workspace_id = message.workspace_id and content.message_id = message.id
       and message.scheduled_at is not null and exists (
         select from delivery_queue queue
         where queue.workspace_id = message.workspace_id and queue.message_id = message.id
       )`,
  )
  await makeDue(message)
  const log = await untilLog(service, message, ({ attempts }) => attempts.length > 0, 'the attempt')
  expect(log).toMatchObject({
    status: 'failed',
    next_attempt_at: null,
    attempts: [{ outcome: 'failed', error: "The message's content is no longer kept." }],
  })
})
