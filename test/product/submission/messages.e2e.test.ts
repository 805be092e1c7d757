import { createHash, randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { createKey } from '../../support/workspace/api-keys.js'
import { patientClient } from '../../support/time/patiently.js'
import { firstTenant } from '../../support/workspace/tenant.js'
import { templateCalls } from '../../support/templates/template-calls.js'
import { parseMail } from '../../support/mail/wire.js'
import { arrived, contentOf, idIn, mailOf, messageOf, newReader, submit, useSubmission } from './support.js'

/** Tests that a message arrives as a program submits it by SMTP, and that the API shows it so. */

const service = useSubmission()

const from = 'From: =?utf-8?q?B=C3=BCcher?= <no-reply@shop.example>'

test('text, HTML, pictures and files of a message arrive', async () => {
  const [to, cc, hidden] = [newReader(), newReader(), newReader()]
  const pdf = randomBytes(5000)
  const transport = createTransport({
    ...patientClient,
    host: '127.0.0.1',
    port: service().submission.port,
    ignoreTLS: true,
    auth: { user: 'postseal', pass: service().credentials.project_key },
  })
  const { response } = await transport.sendMail({
    from: { name: 'Größe & Söhne', address: 'no-reply@shop.example' },
    to: { name: '山田 太郎', address: to },
    cc,
    bcc: hidden,
    replyTo: 'help@shop.example',
    subject: 'Ihre Bestellung 🎉',
    text: 'Grüße',
    html: '<p>Grüße<img src="cid:logo@shop"></p>',
    headers: { 'X-Order': 'A-1042', 'X-Kunde': 'Zoë' },
    attachments: [
      { filename: 'Rechnung März.pdf', content: pdf },
      { filename: 'logo.png', content: Buffer.from('png'), cid: 'logo@shop' },
    ],
  })
  transport.close()
  const id = idIn(response)
  expect(await messageOf(service(), id)).toMatchObject({
    from_name: 'Größe & Söhne',
    recipients: [
      { email: to, name: '山田 太郎', kind: 'to' },
      { email: cc, kind: 'cc' },
      { email: hidden, kind: 'bcc' },
    ],
  })
  const mail = await parseMail(await arrived(service(), hidden))
  expect(mail).toMatchObject({
    subject: 'Ihre Bestellung 🎉',
    from: { name: 'Größe & Söhne', address: 'no-reply@shop.example' },
    replyTo: [{ address: 'help@shop.example' }],
  })
  expect(mail.text?.trim()).toBe('Grüße')
  expect(mail.html?.trim()).toBe('<p>Grüße<img src="cid:logo@shop"></p>')
  expect(mail.bcc ?? []).toEqual([])
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'x-order', value: 'A-1042' }))
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'x-kunde' }))
  const [logo, file] = mail.attachments
  expect(file).toMatchObject({ filename: 'Rechnung März.pdf', mimeType: 'application/pdf' })
  expect(sha256(file?.content)).toBe(sha256(pdf))
  expect(logo).toMatchObject({ contentId: '<logo@shop>', disposition: 'inline' })
})

function sha256(content: unknown): string {
  return createHash('sha256')
    .update(Buffer.from(content as ArrayBuffer))
    .digest('hex')
}

test('the fields for the service say what the API can', async () => {
  const to = newReader()
  const { project_id: project, workspace_key: key } = service().credentials
  const scheduled = (at: string) => {
    const fields = [
      `X-Postseal-Project: ${project}`,
      'X-Postseal-Category: receipt',
      'X-Postseal-Stream: bulk',
      'X-Postseal-Tracking: {"opens": true}',
      'X-Postseal-Metadata: {"order_id":',
      ' "A-1042"}',
      `x-postseal-scheduled-at: ${at}`,
    ]
    return submit(service(), {
      to: [to],
      key,
      raw: mailOf([
        from,
        `To: ${to}`,
        'Subject: Later',
        ...fields,
        'Content-Type: text/html',
        '',
        '<p>Later.</p>',
      ]),
    })
  }
  expect(await scheduled('2090-01-01T00:00:00Z')).toMatch(
    /^554 5\.6\.0 schedule_out_of_range: scheduled_at must not be more than 30 days ahead/,
  )
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const accepted = await scheduled(soon)
  expect(await messageOf(service(), idIn(accepted))).toMatchObject({
    category: 'receipt',
    metadata: { order_id: 'A-1042' },
    status: 'scheduled',
    scheduled_at: soon,
  })
  expect((await contentOf(service(), idIn(accepted))).headers).toEqual({})
  const { rows } = await service().sql.query('select stream, track_opens from messages where id = $1', [
    fromTypeId('msg', idIn(accepted)),
  ])
  expect(rows).toEqual([{ stream: 'bulk', track_opens: true }])
})

test('a template takes the place of subject and text', async () => {
  const templates = templateCalls(service().url, await service().session('admin'))
  const template = await templates.published({
    alias: 'reset',
    subject: 'Reset for {{ name }}',
    text: 'Link: {{ link }}',
    variables: [
      { name: 'name', required: true },
      { name: 'link', required: true },
    ],
  })
  const to = newReader()
  const raw = (variables: string, named = `Template: ${template}`) =>
    mailOf([
      from,
      `To: ${to}`,
      'Subject: not used',
      `X-Postseal-${named}`,
      `X-Postseal-Variables: ${variables}`,
      '',
      'not used',
    ])
  const reply = await submit(service(), {
    to: [to],
    raw: raw('{"name":"Ada","link":"https://shop.example/r"}'),
  })
  expect(await contentOf(service(), idIn(reply))).toMatchObject({
    subject: 'Reset for Ada',
    text: 'Link: https://shop.example/r',
  })
  const byAlias = raw('{"name":"Bo","link":"https://shop.example/s"}', 'Template-Alias: reset')
  const second = await submit(service(), { to: [to], raw: byAlias })
  expect(await contentOf(service(), idIn(second))).toMatchObject({ subject: 'Reset for Bo' })
  expect(await submit(service(), { to: [to], raw: raw('{"name":"Ada"}') })).toMatch(
    /^554 5\.6\.0 template_render_failed: /,
  )
  expect(await submit(service(), { to: [to], raw: raw('nonsense') })).toBe(
    '554 5.6.0 validation_failed: The header X-Postseal-Variables must be a JSON object.',
  )
})

test('HTML alone gets a text beside it', async () => {
  const to = newReader()
  const reply = await submit(service(), {
    to: [to],
    raw: mailOf([
      from,
      `To: ${to}`,
      'Content-Type: text/html',
      '',
      '<h1>Hi</h1><a href="https://shop.example/">Shop</a>',
    ]),
  })
  expect(await contentOf(service(), idIn(reply))).toMatchObject({
    subject: '(no subject)',
    text: 'Hi\n\nShop [https://shop.example/]',
    html: '<h1>Hi</h1><a href="https://shop.example/">Shop</a>\n',
  })
})

test('recipients that no field names stay hidden from each other', async () => {
  const [one, two] = [newReader(), newReader()]
  const raw = mailOf([from, 'To: everybody@shop.example', 'Bcc: third@example.com', 'Subject: Hi', '', 'Hi.'])
  const id = idIn(await submit(service(), { to: [one, two], raw }))
  expect((await messageOf(service(), id)).recipients).toMatchObject([
    { email: one, kind: 'bcc' },
    { email: two, kind: 'bcc' },
  ])
  const mail = String(await arrived(service(), one))
  expect(mail).toContain('\r\nTo: undisclosed-recipients:;\r\n')
  expect(mail).not.toMatch(/third@|^Bcc:/im)
  expect(mail).not.toContain(two)
  // A sole one may see its own address: an alias, or a copy.
  const alone = newReader()
  await submit(service(), { to: [alone], raw })
  expect(String(await arrived(service(), alone))).toContain(`\r\nTo: ${alone}\r\n`)
})

test('ways to leave a list go out as they came', async () => {
  const to = newReader()
  const ways = `<mailto:leave@shop.example?subject=u-9>, <https://shop.example/u?c=9&k=${'x'.repeat(800)}>`
  const written = ways.replace(' ', '\r\n (by the web)')
  await submit(service(), {
    to: [to],
    raw: mailOf([from, `To: ${to}`, 'Subject: News', `List-Unsubscribe: (by mail) ${written},`, '', 'News.']),
  })
  const mail = await parseMail(await arrived(service(), to))
  const field = (key: string) => mail.headers.find((each) => each.key === key)?.value
  expect(field('list-unsubscribe')).toBe(ways)
  expect(field('list-unsubscribe-post')).toBeUndefined()
})

test('fields of the servers before are left out, and odd ones do no harm', async () => {
  const to = newReader()
  const reply = await submit(service(), {
    to: [to],
    raw: mailOf([
      'Received: from intranet.shop.example ([10.0.0.1]) by relay',
      'Return-Path: <secret@intranet.example>',
      'DKIM-Signature: v=1; d=evil.example',
      from,
      `To: ${to}`,
      'Subject: Hi',
      'X-Twice: one',
      'X-Twice: two',
      `X-Long: ${'x'.repeat(2000)}`,
      'X-Inject: =?utf-8?q?a=0D=0ABcc:_evil@evil.example?=',
      'X-Empty:',
      `References: ${Array.from({ length: 60 }, (_, at) => `<${at}.aaaaaaaaaaaaaaaaaaaa@shop.example>`).join(' ')}`,
      '',
      'Hi.',
    ]),
  })
  const { headers } = await contentOf(service(), idIn(reply))
  expect(Object.keys(headers).sort()).toEqual(['References', 'X-Inject', 'X-Twice'])
  expect(headers).toMatchObject({ 'X-Twice': 'one, two', 'X-Inject': 'a Bcc: evil@evil.example' })
  expect(headers['References']).toMatch(/^<\d+\.a+@shop\.example> .*<59\.a+@shop\.example>$/)
  const raw = String(await arrived(service(), to))
  expect(raw).not.toMatch(/intranet|^DKIM-Signature: .*evil|^Bcc:/im)
})

test('a message that comes again is sent once; the same Message-ID with other words is another', async () => {
  const to = newReader()
  const raw = (text: string) =>
    mailOf([
      from,
      `To: ${to}`,
      'Subject: Once',
      'Message-ID: <once@shop.example>',
      `Date: ${String(new Date())}`,
      '',
      text,
    ])
  const first = idIn(await submit(service(), { to: [to], raw: raw('One.') }))
  expect(idIn(await submit(service(), { to: [to], raw: raw('One.') }))).toBe(first)
  expect(idIn(await submit(service(), { to: [to], raw: raw('Two.') }))).not.toBe(first)
  expect(idIn(await submit(service(), { to: [to, newReader()], raw: raw('One.') }))).not.toBe(first)
  const keyed = (text: string) => `X-Postseal-Idempotency-Key: order-9\r\n${raw(text)}`
  const second = idIn(await submit(service(), { to: [to], raw: keyed('One.') }))
  expect(idIn(await submit(service(), { to: [to], raw: keyed('One.') }))).toBe(second)
  expect(await submit(service(), { to: [to], raw: keyed('Two.') })).toMatch(
    /^554 5\.6\.0 idempotency_conflict: /,
  )
})

test('while sending is halted a client keeps its message', async () => {
  const { sql } = service()
  const to = newReader()
  const raw = mailOf([from, `To: ${to}`, 'Subject: Hi', '', 'Hi.'])
  await sql.query("update workspaces set halted_at = now(), halt_reason = 'operator'")
  try {
    expect(await submit(service(), { to: [to], raw })).toMatch(/^451 4\.3\.2 sending_halted: /)
  } finally {
    await sql.query('update workspaces set halted_at = null, halt_reason = null')
  }
  idIn(await submit(service(), { to: [to], raw }))
})

test('what is submitted with a key names it, and a revoked key is refused at once', async () => {
  const { url, credentials } = service()
  const owner = await service().session('owner')
  const fields = { project_id: credentials.project_id, scopes: ['messages:send'] }
  const { body } = await createKey(url, firstTenant(service()), owner, { fields })
  const raw = `${from}\r\nSubject: A prize\r\n\r\nHello`
  const id = idIn(await submit(service(), { raw, to: [newReader()], key: body.secret }))
  expect(await messageOf(service(), id)).toMatchObject({ api_key_id: body.api_key.id })
  // As another process does it: this one still remembers the key.
  const keyId = fromTypeId('key', body.api_key.id)
  await service().sql.query('update api_keys set revoked_at = now() where id = $1', [keyId])
  const late = await submit(service(), { raw, to: [newReader()], key: body.secret })
  expect(late).toContain('5.7.8')
})
