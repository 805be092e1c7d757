import { simpleParser } from 'mailparser'
import { createHash, randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { inbox, rawMail } from '../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { templateCalls, type TemplateCalls } from '../../../support/templates/template-calls.js'
import { firstTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** The hash of a preview is that of the message and of the mail that arrives, whoever decodes it. */

let service: TestService
let tenant: Tenant
let key: string
let session: string
let templates: TemplateCalls
beforeAll(async () => {
  service = await startTestService()
  tenant = firstTenant(service)
  key = await tenant.key()
  session = await tenant.session('admin')
  templates = templateCalls(service.url, session)
})
afterAll(() => service.stop())

interface Parts {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** As the contract describes it, and not as the service makes it. */
function hashOf({ subject, text, html }: Parts): string {
  const canonical = (body: string) => body.replaceAll('\r\n', '\n').replace(/\n+$/, '')
  return createHash('sha256')
    .update(`${subject}\0${canonical(text)}\0${canonical(html)}`, 'utf8')
    .digest('hex')
}

async function byMailparser(raw: Buffer): Promise<Parts> {
  const options = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true }
  const { subject = '', text = '', html } = await simpleParser(raw, options)
  return { subject, text, html: html === false ? '' : html }
}

async function byPostalMime(raw: Buffer): Promise<Parts> {
  const { subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  return { subject, text, html }
}

const long = 'A line that is far longer than mail allows, with a = and a dot . in it. '.repeat(40)
const arabic = `<div dir="rtl" lang="ar"><p>\u200Fمرحبا {{ name }}\u200F، رقم الطلب 12\u200F</p></div>`
const name = [{ name: 'name' }]

interface Sent {
  readonly content: object
  readonly values?: object
  readonly locale?: string
  readonly contact?: { readonly name?: string; readonly properties?: object }
  /** Texts that the mail has to contain as they stand. */
  readonly contains?: Partial<Parts>
}

const cases: readonly [what: string, sent: Sent][] = [
  ['text alone', { content: { subject: 'Hello', text: 'It works.' } }],
  ['text with line breaks at its end', { content: { subject: 'Hello', text: 'It works.\r\n\n\n' } }],
  ['HTML alone', { content: { subject: 'Hello', html: '<h1>Hello</h1><p>It <b>works</b>.</p>' } }],
  ['HTML of several lines', { content: { subject: 'Hello', html: '<p>One</p>\r\n<p>Two</p>\n' } }],
  ['both', { content: { subject: 'Hello', html: '<p>It works.</p>\n', text: 'It works.' } }],
  [
    'CSS and a preheader',
    {
      content: {
        subject: 'Hello',
        preheader: 'See & read',
        html: '<html><head><style>p { color: red } @media print { p { color: blue } }</style></head><body><p>Hi</p></body></html>',
      },
      contains: { html: 'color: red' },
    },
  ],
  [
    'values that are escaped in HTML only',
    {
      content: { subject: 'For {{ name }}', html: '<p>{{ name }}</p>', text: '{{ name }}', variables: name },
      values: { name: '<b>"Tom" & \'Jerry\'</b> =3D =?UTF-8?Q?a?=' },
      contains: { text: '<b>"Tom" & \'Jerry\'</b> =3D =?UTF-8?Q?a?=' },
    },
  ],
  [
    'a language',
    {
      content: {
        subject: 'Hello {{ name }}',
        text: 'Hello',
        variables: name,
        locales: { de: { subject: 'Grüße, {{ name }}', html: '<p>Schöne Grüße</p>' } },
      },
      values: { name: 'Jürgen' },
      locale: 'de-AT',
      contains: { subject: 'Grüße, Jürgen' },
    },
  ],
  [
    'a language from right to left',
    {
      content: {
        subject: '\u200Fتأكيد الطلب {{ name }}',
        html: arabic,
        text: '\u200Fمرحبا {{ name }}\u200F',
        variables: name,
      },
      values: { name: 'آدا' },
      contains: {
        subject: '\u200Fتأكيد الطلب آدا',
        html: '<div dir="rtl" lang="ar"><p>\u200Fمرحبا آدا\u200F، رقم الطلب 12\u200F</p></div>',
        text: '\u200Fمرحبا آدا\u200F',
      },
    },
  ],
  [
    'a contact in the contact’s language',
    {
      content: {
        subject: 'Hello {{ contact.name }}',
        text: 'Your plan: {{ contact.properties.plan }}',
        locales: {
          fr: { subject: 'Bonjour {{ contact.name }}', text: 'Formule : {{ contact.properties.plan }}' },
        },
      },
      contact: { name: 'Zoë', properties: { plan: 'pro', locale: 'fr' } },
      contains: { subject: 'Bonjour Zoë', text: 'Formule : pro' },
    },
  ],
  [
    'long lines, blanks at their ends, dots and what looks like the beginning of another mail',
    {
      content: {
        subject: 'Hello',
        html: `<p>${long}é</p>\n<p> \t </p>   \n.\n..\nFrom here\n--=_x--`,
        text: `${long}\n.\nFrom here \t\n${'x'.repeat(2000)} é`,
      },
    },
  ],
  [
    'emoji, blanks in a row and a long subject',
    {
      content: { subject: `👋🏽  ${'Ihre Bestellung 👩‍👩‍👧 '.repeat(20)}{{ name }}`, text: '👩‍👩‍👧', variables: name },
      values: { name: '  🎉' },
      contains: { text: '👩‍👩‍👧' },
    },
  ],
]

test.each(cases)('of %s', async (_what, { content, values = {}, locale, contact, contains = {} }) => {
  const email = `${randomUUID()}@example.com`
  let contactId: string | undefined
  if (contact !== undefined) {
    const body = { project_id: tenant.liveProject, email, ...contact }
    const reply = await call(service.url, 'PUT', '/v1/contacts', { key, body })
    contactId = reply.body.id as string
  }
  const full = { ...content, from_email: 'billing@shop.example', from_name: 'Shöp' }
  const id = await templates.published({ text: undefined, ...full })
  const input = { variables: values, ...(locale !== undefined && { locale }) }
  const asPreview = { ...input, ...(contactId !== undefined && { contact_id: contactId }) }
  const ask = (path: string, body: object, as = session) => call(service.url, 'POST', path, { key: as, body })

  const saved = await ask(`/v1/templates/${id}/preview`, asPreview)
  const unsaved = await ask('/v1/templates/preview', { content: full, ...asPreview })
  expect(saved.status, saved.text).toBe(200)
  expect(unsaved.body, unsaved.text).toEqual({ ...saved.body, version: null })

  const sent = await ask(
    '/v1/messages',
    { project_id: tenant.liveProject, to: [{ email }], template: { template_id: id, ...input } },
    key,
  )
  expect(sent.status, sent.text).toBe(202)
  const stored = await call(service.url, 'GET', `/v1/messages/${sent.body.id as string}/content`, { key })
  const mail = await until(async () => (await inbox(service.url, email))[0], 'the mail')
  const raw = await rawMail(service.url, mail)

  const { content_sha256: hash, subject, html, text } = saved.body as Parts & { content_sha256: string }
  expect(stored.body).toMatchObject({ subject, html, text, content_sha256: hash })
  for (const parse of [byMailparser, byPostalMime]) {
    const parts = await parse(raw)
    expect(parts.subject, parse.name).toBe(subject)
    expect(hashOf(parts), parse.name).toBe(hash)
    for (const [part, expected] of Object.entries(contains)) {
      expect(parts[part as keyof Parts], parse.name).toContain(expected)
    }
  }
  expect(stored.body.text.trim()).not.toBe('')
})

test('a message with content of its own has the hash of its mail, too', async () => {
  const email = `${randomUUID()}@example.com`
  const sent = await call(service.url, 'POST', '/v1/messages', {
    key,
    body: {
      project_id: tenant.liveProject,
      from_email: 'billing@shop.example',
      to: [{ email }],
      subject: 'Grüße 👋',
      text: 'One\r\nTwo\rThree\n',
      html: '<p>One</p>\r\n\r\n',
      attachments: [{ filename: 'a.txt', content: 'YQ==' }],
    },
  })
  const stored = await call(service.url, 'GET', `/v1/messages/${sent.body.id as string}/content`, { key })
  const mail = await until(async () => (await inbox(service.url, email))[0], 'the mail')
  const parts = await byPostalMime(await rawMail(service.url, mail))
  expect(hashOf(parts)).toBe(stored.body.content_sha256)
})
