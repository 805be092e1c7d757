import { simpleParser } from 'mailparser'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { mounted, startReceiver, useSink } from './support.js'

/** The form that puts mail into an inbound route, by the same way that any mail server takes. */

const rig = useSink()

async function start(refuseWith?: number) {
  const receiver = await startReceiver(refuseWith)
  rig.onEnd(receiver.close)
  const sink = await rig.start({ inbound: { host: '127.0.0.1', port: receiver.port } })
  return { receiver, http: request(mounted(sink)) }
}

const typed = {
  to: ' support+7@in.shop.example ',
  from: 'ada@example.com',
  subject: 'Réply & <more>',
  text: 'Hello\r\n.dots\r\n',
}

function post(http: ReturnType<typeof request>, fields: Record<string, string> = typed) {
  const sending = http.post('/sink/inbound')
  for (const [name, value] of Object.entries(fields)) void sending.field(name, value)
  return sending
}

test('the inbox leads to a page that works without a script', async () => {
  const { http } = await start()
  const inbox = await http.get('/sink')
  expect(inbox.text).toContain('href="/sink/inbound">Send email to a route</a>')
  const page = await http.get('/sink/inbound')
  expect(page.status).toBe(200)
  expect(page.text).not.toContain('<script')
  expect(page.text).toContain('value="me@example.com"')
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(page.headers['content-security-policy']).toContain("form-action 'self'")
  // Every field has a label.
  for (const [, id] of page.text.matchAll(/<(?:input|textarea)\s+id="(\w+)"/g)) {
    expect(page.text).toContain(`<label for="${id}">`)
  }
})

test('a message is handed in at the receiver, with its attachment, and the answer is shown', async () => {
  const { http, receiver } = await start()
  const pdf = Buffer.from('%PDF-1.7\n\0\xff', 'latin1')
  const reply = await post(http).attach('file', pdf, {
    filename: 'Rechnung ä.pdf',
    contentType: 'application/pdf',
  })
  expect(reply.status).toBe(200)
  expect(reply.text).toMatch(/role="status">\s*<h2>Accepted<\/h2>\s*<p>The receiver answered: 250 /)
  // What was typed stays, to be sent again.
  expect(reply.text).toContain('value="Réply &amp; &lt;more&gt;"')
  const [arrived] = receiver.arrived
  expect(arrived).toMatchObject({ from: 'ada@example.com', to: ['support+7@in.shop.example'] })
  const mail = await simpleParser(arrived?.raw ?? '')
  expect(mail).toMatchObject({ subject: 'Réply & <more>', text: 'Hello\n.dots\n' })
  expect(mail.from?.text).toBe('ada@example.com')
  expect(mail.attachments).toMatchObject([
    { filename: 'Rechnung ä.pdf', contentType: 'application/pdf', content: pdf },
  ])
})

test('a browser sends an empty file where none was chosen', async () => {
  const { http, receiver } = await start()
  const boundary = 'xyz'
  const part = (head: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const body = [
    part('name="to"', 'a@in.shop.example'),
    part('name="from"', 'b@example.com'),
    part('name="subject"', ''),
    part('name="text"', 'x'),
    part('name="file"; filename=""\r\nContent-Type: application/octet-stream', ''),
    `--${boundary}--\r\n`,
  ].join('')
  await http
    .post('/sink/inbound')
    .set('Content-Type', `multipart/form-data; boundary=${boundary}`)
    .send(body)
    .expect(200)
  const mail = await simpleParser(receiver.arrived[0]?.raw ?? '')
  expect(mail.attachments).toEqual([])
})

test('a program may send the fields as it likes, such as by curl --data', async () => {
  const { http, receiver } = await start()
  await http
    .post('/sink/inbound')
    .type('form')
    .send({ to: 'a@in.shop.example', from: 'b@example.com' })
    .expect(200)
  expect(receiver.arrived).toMatchObject([{ from: 'b@example.com', to: ['a@in.shop.example'] }])
})

test('a refusal is shown as the receiver says it', async () => {
  const { http, receiver } = await start(550)
  const reply = await post(http)
  expect(reply.status).toBe(200)
  expect(reply.text).toMatch(/role="alert">\s*<h2>Refused<\/h2>\s*<p>The receiver answered: 550 /)
  expect(receiver.arrived).toEqual([])
})

test('that nobody listens is said, with the address', async () => {
  const sink = await rig.start()
  const reply = await post(request(mounted(sink)))
  expect(reply.status).toBe(502)
  expect(reply.text).toContain('The inbound receiver (127.0.0.1:1) does not listen there.')
})

test('where the receiver is not known there is no form', async () => {
  const sink = await rig.start({ inbound: { host: '127.0.0.1', port: 0 } })
  const http = request(mounted(sink))
  expect((await http.get('/sink')).text).not.toContain('/sink/inbound')
  expect((await http.get('/sink/inbound')).status).toBe(404)
  expect((await post(http)).status).toBe(404)
})

describe('nothing is sent', () => {
  test.each([
    ['an address that is none', { ...typed, to: 'nobody' }, 'To must be an address'],
    ['two addresses', { ...typed, to: 'a@b.example, c@d.example' }, 'To must be an address'],
    ['a sender that is none', { ...typed, from: 'me' }, 'From must be an address'],
    ['no fields', {}, 'could not be read'],
    ['a subject of two lines', { ...typed, subject: 'a\r\nBcc: b@c.example' }, 'must be one line'],
    ['a subject without an end', { ...typed, subject: 'a'.repeat(999) }, 'must be one line'],
  ])('for %s', async (_what, fields, message) => {
    const { http, receiver } = await start()
    const reply = await post(http, fields)
    expect([reply.status, reply.type]).toEqual([422, 'text/html'])
    expect(reply.text).toContain(message)
    expect(receiver.asked()).toBe(0)
  })

  test.each(['text/plain', 'multipart/form-data', 'multipart/form-data; boundary=x'])(
    'for a body of the type %s',
    async (type) => {
      const { http, receiver } = await start()
      const reply = await http
        .post('/sink/inbound')
        .set('Content-Type', type)
        .send('to=a@b.example&from=a@b.example')
      expect(reply.status).toBe(422)
      expect(receiver.asked()).toBe(0)
    },
  )

  test('for more than 26 MiB', async () => {
    const { http, receiver } = await start()
    const reply = await post(http).attach('file', Buffer.alloc(26 * 1024 * 1024), 'zeros')
    expect(reply.status).toBe(413)
    expect(reply.text).toContain('larger than 26 MiB')
    expect(receiver.asked()).toBe(0)
  })

  test('for a page of another site', async () => {
    const { http, receiver } = await start()
    const reply = await post(http).set('Sec-Fetch-Site', 'cross-site')
    expect(reply.status).toBe(403)
    expect((await post(http).set('Origin', 'https://evil.example')).status).toBe(403)
    expect(receiver.asked()).toBe(0)
  })
})

test('what was typed is escaped', async () => {
  const { http } = await start()
  const evil = `"><script>alert(1)</script></textarea><img src=x>`
  const { text } = await post(http, { to: evil, from: evil, subject: evil, text: evil })
  expect(text).not.toMatch(/<script|<img/)
  expect(text.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(4)
})
