import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { blockWith } from '../../../support/documentation/documents.js'
import { inbox } from '../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { templateCalls } from '../../../support/templates/template-calls.js'
import { until } from '../../../support/time/until.js'
import { awsKeyFor } from '../../../support/workspace/aws-keys.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/**
 * The backends of django-anymail that send, unmodified, with the settings that the guide shows, where a Python has it
 * (POSTSEAL_TEST_PYTHON names that, and is `python3` otherwise).
 */

const python = process.env['POSTSEAL_TEST_PYTHON'] ?? 'python3'
const isInstalled = spawnSync(python, ['-c', 'import anymail, boto3']).status === 0
if (!isInstalled)
  process.stderr.write('The Python package django-anymail is left out of the tests: it is not installed.\n')

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'true' } })
  tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject })
  const domain = [tenant.workspaceId, randomUUID(), 'shop.example', 'verified']
  const insert = 'insert into domains (workspace_id, id, name, status) values ($1, $2, $3, $4)'
  await service.sql.query(insert, domain)
  await templateCalls(service.url, await tenant.session('admin')).published({
    alias: 'd-welcome',
    subject: 'Hello {{ name }} of {{ shop }}',
    text: 'Hi {{ name }}',
    variables: ['name', 'shop'].map((name) => ({ name, type: 'string' })),
  })
})
afterAll(() => service.stop())

interface Outcome {
  readonly case: string
  readonly statuses?: readonly string[]
  readonly recipients?: Readonly<Record<string, readonly [status: string, id: string]>>
  readonly unsupported?: string
  readonly error?: string
  readonly status?: number | null
  readonly message?: string
}

async function sendBy(backend: string, as: string, more: Readonly<Record<string, string>> = {}) {
  const { accessKeyId, secret } = awsKeyFor(key)
  const program = fileURLToPath(new URL('../../../packages/python/anymail_sends.py', import.meta.url))
  const { stdout } = await promisify(execFile)(python, ['-W', 'ignore', program], {
    env: {
      ...process.env,
      ANYMAIL_SETTINGS: blockWith('python', `anymail.backends.${backend}.`),
      PREFIX: backend.replace('_', '-'),
      POSTSEAL_BASE_URL: service.url,
      POSTSEAL_API_KEY: as,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: as === key ? secret : `${secret}x`,
      ...more,
    },
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome)
}

type Refused = readonly [name: string, error: string]
const recipient: Refused = ['recipient', 'e-mail address']
const sender: Refused = ['sender', 'not a verified domain']
const mail: Refused = ['mail', 'multipart or message type']
const byTemplate = ['template', 'template-one', 'template-tags']

/** Each backend: the cases that it refuses itself, whatever the service, and the errors of those the service refuses. */
const backends = [
  {
    backend: 'postmark',
    unsupported: ['tags', 'later', 'batch', 'template-tags', 'bounce-address'],
    refused: [mail, ['recipient', 'All message recipients were rejected'], sender],
  },
  { backend: 'sendgrid', unsupported: ['bounce-address'], refused: [mail, recipient, sender] },
  { backend: 'mailgun', unsupported: [], refused: [mail, recipient, sender] },
  {
    backend: 'resend',
    unsupported: ['tracking', 'opens', ...byTemplate, 'bounce-address'],
    refused: [mail, recipient, sender],
  },
  {
    backend: 'amazon_ses',
    unsupported: ['tracking', 'opens', 'later', 'batch', 'batch-metadata', 'batch-headers'],
    refused: [
      ['unnamed', 'parts that only a message submitted by SMTP keeps'],
      ['mail', 'parts that only a message submitted by SMTP keeps'],
      ['bounce-address', 'webhooks receive bounces'],
      recipient,
      sender,
    ],
  },
] as const satisfies readonly {
  readonly backend: string
  readonly unsupported: readonly string[]
  readonly refused: readonly Refused[]
}[]

/** Mail that a case leads to, as far as the case is about it. */
const arrivals: Readonly<Record<string, object>> = {
  plain: { subject: 'Your receipt', text: 'Thank you, 12 €', html: null, attachments: [] },
  html: { text: 'Thank you, 12 €', html: '<p>Thank you, 12 €</p>' },
  'html-only': { html: '<p>Thank you, 12 €</p>' },
  'html-alone': { html: '<p>Thank you, 12 €</p>' },
  files: {
    attachments: [
      { filename: 'Quittung für Ada.txt', size: 6, content_id: null },
      { filename: 'receipt.pdf', content_type: 'application/pdf', size: 8 },
    ],
  },
  image: { attachments: [{ size: 4, content_id: expect.stringMatching(/^<.+@shop\.example>$/) as string }] },
  copies: { headers: { 'reply-to': 'Help <help@shop.example>, b@shop.example' } },
  names: { headers: { from: '"Acme, Ltd. Zoë" <billing@shop.example>' } },
  headers: { headers: { 'x-order': 'A-1041', 'x-count': '2' } },
  leave: { headers: { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' } },
  'batch-headers-ada': { headers: { 'x-order': '1' } },
  'batch-headers-grace': { headers: { 'x-order': '2' } },
  'template-ada': { subject: 'Hello Ada of Acme' },
  'template-grace': { subject: 'Hello Grace of Acme' },
  'template-one': { subject: 'Hello Ada of Acme' },
}

/** Returns the headers that show tags and metadata, which some backends write in place of the service's own. */
const tagged = (backend: string) =>
  ({
    resend: { tags: { 'x-tags': '["receipts", "shop"]' } },
    amazon_ses: { tags: { 'x-tag': 'receipts, shop' }, 'template-tags': { 'x-tag': 'receipts, shop' } },
  })[backend] ?? {}

test.skipIf(!isInstalled).each(backends)(
  '$backend: mail is sent as with the other service, or refused with a sentence',
  async ({ backend, unsupported, refused }) => {
    const outcomes = await sendBy(backend, key)
    const refusedBySelf = outcomes.filter((outcome) => outcome.unsupported !== undefined)
    expect(refusedBySelf.map((outcome) => outcome.case)).toEqual(unsupported)
    const errors = outcomes.filter(({ error }) => error !== undefined)
    expect(errors.map(({ case: name, message }) => [name, message])).toEqual(
      refused.map(([name, words]) => [name, expect.stringContaining(words) as string]),
    )
    const sent = outcomes.flatMap(({ recipients = {} }) => Object.entries(recipients))
    const status = backend === 'postmark' ? 'sent' : 'queued'
    expect(sent.every(([, [given, id]]) => given === status && id !== '')).toBe(true)

    const prefix = `${backend.replace('_', '-')}-`
    const of = (name: string) => `${prefix}${name}@example.com`
    const reached = sent.map(([address]) => address).filter((address) => address !== of('later'))
    const mails = await until(async () => {
      const own = (await inbox(service.url)).filter(({ envelope: { to } }) => to[0]?.startsWith(prefix))
      return own.length >= reached.length && own
    }, 'the mail')
    const mailTo = (name: string) => mails.find(({ envelope: { to } }) => to.includes(of(name)))
    expect(mails.flatMap(({ envelope: { to } }) => to).toSorted()).toEqual(reached.toSorted())
    for (const [name, mailed] of Object.entries(arrivals))
      if (reached.includes(of(name))) expect(mailTo(name), name).toMatchObject(mailed)
    for (const [name, headers] of Object.entries(tagged(backend)))
      expect(mailTo(name), name).toMatchObject({ headers })
    expect(mailTo('copies')?.headers['cc']).toBe(`Cc <${of('cc')}>`)
  },
  120_000,
)

test.skipIf(!isInstalled).each(backends)('$backend: a wrong key is an error', async ({ backend }) => {
  const [outcome] = await sendBy(backend, 'wrong', { CASES: 'plain' })
  expect(outcome?.error).toMatch(/^Anymail(Requests)?APIError$/)
  if (backend !== 'amazon_ses') expect(outcome?.status).toBe(backend === 'resend' ? 403 : 401)
})

test.skipIf(!isInstalled)(
  'tags and metadata of Mailgun and Postmark are found with the message',
  async () => {
    const [one] = await sendBy('mailgun', key, { CASES: 'tags', PREFIX: 'found' })
    const [two] = await sendBy('postmark', key, { CASES: 'metadata', PREFIX: 'found' })
    const ids = [one, two].map(
      (outcome) => /msg_\w+/.exec(JSON.stringify(outcome?.recipients))?.[0] ?? 'no id',
    )
    const found = await Promise.all(ids.map((id) => call(service.url, 'GET', `/v1/messages/${id}`, { key })))
    expect(found.map(({ body }) => body as unknown)).toMatchObject([
      { category: 'receipts', metadata: { tag_2: 'shop' } },
      { metadata: { order: 'A-1041', count: '2' } },
    ])
  },
)
