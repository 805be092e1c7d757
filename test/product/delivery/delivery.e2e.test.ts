import { simpleParser, type ParsedMail } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { returnPath } from '../../../server/product/delivery/bounce/return-path.js'
import { loadServiceKey } from '../../../server/platform/auth/service-key.js'
import { call } from '../../support/api/api.js'
import {
  inbox,
  logsOf,
  messageTo,
  rawMail,
  send,
  untilLog,
  type AcceptedMessage,
} from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'
import { expectLegalOnTheWire, mailLines } from '../../support/mail/wire.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

let counter = 0
const recipient = () => `reader${++counter}@example.com`

/** Sends a message and fetches what the sink got for its first recipient. */
async function deliver(
  more: Parameters<typeof send>[2] = {},
  to: string | string[] = recipient(),
): Promise<{ accepted: AcceptedMessage; raw: Buffer; mail: ParsedMail }> {
  const accepted = await send(service, to, more)
  await untilLog(service, accepted, (log) => log.status === 'delivered', 'the delivery')
  const first = [to].flat()[0] ?? ''
  const [received] = await until(async () => {
    const mails = await inbox(service.url, first)
    return mails.length > 0 && mails
  }, 'the mail in the sink')
  const raw = await rawMail(service.url, received ?? { id: '' })
  return { accepted, raw, mail: await simpleParser(raw, { skipTextToHtml: true, skipHtmlToText: true }) }
}

test('the header says who, to whom, what and when', async () => {
  const { accepted, raw, mail } = await deliver({ from_email: 'Orders@Shop.EXAMPLE', subject: 'Your order' })
  expect(mail.from?.value).toEqual([{ name: '', address: 'Orders@shop.example' }])
  expect(mail.subject).toBe('Your order')
  expect(mail.messageId).toBe(`<${accepted.id}@shop.example>`)
  // RFC 5322 dates have whole seconds.
  const seconds = (date: Date | string | undefined) => Math.floor(new Date(date ?? 0).getTime() / 1000)
  expect(seconds(mail.date)).toBe(seconds(accepted.created_at))
  expect(mail.headers.get('mime-version')).toBe('1.0')
  expectLegalOnTheWire(raw)
})

test('each recipient is a transaction of its own, and all of them get the same message', async () => {
  const to = Array.from({ length: 50 }, () => recipient())
  const { accepted } = await deliver({}, to)
  const logs = await until(async () => {
    const all = await logsOf(service, accepted)
    return all.every((log) => log.status === 'delivered') && all
  }, 'all deliveries')
  expect(logs).toHaveLength(50)

  const mails = await Promise.all(to.map((address) => inbox(service.url, address)))
  expect(mails.map((found) => found.map((mail) => mail.envelope.to))).toEqual(to.map((one) => [[one]]))
  const raws = await Promise.all(mails.flat().map((mail) => rawMail(service.url, mail)))
  const parsed = await Promise.all(raws.map((raw) => simpleParser(raw)))
  for (const mail of parsed) {
    expect(mail.messageId).toBe(`<${accepted.id}@shop.example>`)
    const header = [mail.to ?? []].flat().flatMap((addresses) => addresses.value)
    expect(header.map(({ address }) => address)).toEqual(to)
  }
  raws.forEach((raw) => expectLegalOnTheWire(raw))
  // A bounce comes back to the service, and says which delivery it is about.
  const path = returnPath(
    service.config.returnPathDomain,
    loadServiceKey(service.config).derive('return-path'),
  )
  expect(mails.flat().map((mail) => path.read(mail.envelope.from ?? '')?.logId)).toEqual(
    accepted.recipients.map(({ log_id }) => fromTypeId('log', log_id)),
  )
})

test('the log shows the reply of the server that took the message', async () => {
  const { accepted } = await deliver()
  const [log] = await logsOf(service, accepted)
  expect(log).toMatchObject({ status: 'delivered', next_attempt_at: null })
  expect(log?.attempts).toHaveLength(1)
  expect(log?.attempts[0]).toMatchObject({ outcome: 'delivered', error: null })
  expect(log?.last_reply).toMatchObject({ code: 250, enhanced_code: '2.0.0' })
  expect(log?.last_reply?.text).toMatch(/^OK snk_[0-9a-z]{26}$/)
  expect(log?.last_reply?.host).toMatch(/^127\.0\.0\.1:\d+$/)
  expect(Date.parse(log?.delivered_at ?? '')).toBeGreaterThanOrEqual(Date.parse(accepted.created_at))
})

test.each([
  ['in German', 'Ihre Bestellung für Grüße'],
  ['in Japanese', 'ご注文の確認'],
  ['with emoji', '🎉 Done 👩‍👩‍👧‍👦'],
  ['that is long and not ASCII', 'Überlänge '.repeat(99).trim()],
  ['that is long, in words', 'a long subject '.repeat(66).trim()],
  ['that is one long word', 'x'.repeat(998)],
  ['that looks like an encoded word', '=?utf-8?Q?not_encoded?='],
  ['that is one long word of emoji', '🎉'.repeat(249)],
  ['that is long and looks like an encoded word', `=?${'x'.repeat(996)}`],
  ['of blanks and tabs', 'a  b\t\tc'],
  ['with other line separators', 'a\u2028b\u0085c\u000bd\u000ce'],
])('a subject %s arrives as it was', async (_what, subject) => {
  const { raw, mail } = await deliver({ subject })
  expect(mail.subject).toBe(subject)
  expectLegalOnTheWire(raw)
})

const bodies: [string, string][] = [
  ['plain', 'It works.'],
  ['empty', ''],
  ['in other scripts', 'Grüße, Ελλάδα, 日本語, 🎉👩‍👩‍👧‍👦, \u202eabc, a\u0301'],
  ['of lines with dots', '.\n..\n...\n.a\n\n.\nend'],
  [
    'that tries to end the data',
    'a\r\n.\r\nMAIL FROM:<x@example.com>\r\nRCPT TO:<y@example.com>\r\nDATA\r\n',
  ],
  ['that tries so with half line ends', 'a\n.\r\nb\r.\rc\r\n.\rd\n.\ne'],
  ['with "From " and "--"', 'From here on\n>From\n-- \nMe\n--boundary--'],
  ['of very long lines', `${'x'.repeat(5000)}\n${'é'.repeat(3000)}\n${'word '.repeat(2000)}.`],
  ['with mixed line ends', 'one\r\ntwo\nthree\r\n\r\n\nfour'],
  ['with blanks at line ends', 'a \nb\t\n  c  \n\n d'],
  ['with equals signs', 'a=b =3D =\n=20\n='],
]

test.each(bodies)('a text body %s arrives as it was', async (_what, text) => {
  const { raw, mail } = await deliver({ text })
  expect(mailLines(mail.text ?? '')).toBe(mailLines(text))
  expectLegalOnTheWire(raw)
})

test.each(bodies)('an HTML body %s arrives as it was, beside the text', async (_what, html) => {
  const { raw, mail } = await deliver({ text: 'The text.', html: `<p>${html}</p>` })
  expect(mailLines(mail.text ?? '')).toBe('The text.')
  expect(mailLines(mail.html === false ? '' : mail.html)).toBe(mailLines(`<p>${html}</p>`))
  expect(mail.headers.get('content-type')).toMatchObject({ value: 'multipart/alternative' })
  expectLegalOnTheWire(raw)
})

test('a megabyte of text and one of HTML arrive as they were', async () => {
  const paragraph = 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. 🥊\n.\n'
  const text = paragraph.repeat(Math.ceil(1_000_000 / Buffer.byteLength(paragraph)))
  const html = `<pre>${text}</pre>`
  const { raw, mail } = await deliver({ text, html })
  expect(mailLines(mail.text ?? '') === mailLines(text)).toBe(true)
  expect(mailLines(mail.html === false ? '' : mail.html) === mailLines(html)).toBe(true)
  expectLegalOnTheWire(raw)
})

test.each([
  ['a subject', { subject: 'Hello\r\nBcc: victim@example.com' }],
  ['a subject with a bare line feed', { subject: 'Hello\nBcc: victim@example.com' }],
  ['a subject with a bare carriage return', { subject: 'Hello\rBcc: victim@example.com' }],
  ['a subject with a NUL', { subject: 'Hello\u0000' }],
  ['a sender', { from_email: 'a@shop.example\r\nBcc: victim@example.com' }],
  ['a quoted sender', { from_email: '"a\r\nBcc: victim@example.com"@shop.example' }],
  ['a sender with two addresses', { from_email: 'a@shop.example, b@shop.example' }],
  ['a sender in brackets', { from_email: 'Boss <boss@shop.example>' }],
  ['a sender that ends the command', { from_email: 'a@shop.example> SIZE=1' }],
  ['a recipient', { to: [{ email: 'a@example.com\r\nRCPT TO:<victim@example.com>' }] }],
  ['a recipient with two addresses', { to: [{ email: 'a@example.com,victim@example.com' }] }],
  ['a recipient in a group', { to: [{ email: 'all:a@example.com;' }] }],
])('%s that would write more than its own header is refused', async (_what, more) => {
  const before = (await inbox(service.url)).length
  const reply = await call(service.url, 'post', '/v1/messages', {
    key: service.credentials.project_key,
    body: messageTo(service, 'ada@example.com', more),
  })
  expect(reply.status).toBe(422)
  expect((await inbox(service.url)).length).toBe(before)
})

test('content that names files or addresses to fetch stays text', async () => {
  const text = 'file:///etc/passwd'
  const { mail } = await deliver({
    text,
    html: '<img src="file:///etc/passwd"><img src="data:image/png;base64,AAAA">',
  })
  expect(mailLines(mail.text ?? '')).toBe(text)
  expect(mail.attachments).toEqual([])
})
