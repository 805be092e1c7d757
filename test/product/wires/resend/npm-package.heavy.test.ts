import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { foreignPackage } from '../../../support/packages/foreign-packages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { refusedCalls } from './refused-calls.js'
import { wireContract } from '../../../../server/product/wires/frame/contract.js'

/** Every method of Resend's package for Node.js, unmodified, against the service. */

interface Result {
  /** The package's reply. Tests know the type that they asked for. */
  readonly data: any
  readonly error: { readonly name: string; readonly message: string; readonly statusCode: number } | null
}
interface Client {
  readonly [resource: string]: unknown
}
interface ResendModule {
  readonly Resend: new (key: string, options: { readonly baseUrl: string }) => Client
}

let dns: TestDns
let service: TestService
let ofProject: Client
let ofWorkspace: Client
beforeAll(async () => {
  const { Resend } = await foreignPackage<ResendModule>('resend')
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_DNS_SERVERS: dns.server } })
  const tenant = await addTenant(service)
  const baseUrl = `${service.url}/compat/resend`
  ofProject = new Resend(await tenant.key({ project: tenant.liveProject }), { baseUrl })
  ofWorkspace = new Resend(await tenant.key(), { baseUrl })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await dns.close()
})

/** The objects that the calls have made, by the names that later calls use. */
const made: Record<string, string> = {}

const called = new Set<string>()
const answered = new Set<string>()

type Method = (...given: readonly unknown[]) => PromiseLike<Result>

/** Calls a method by its path, such as `emails.receiving.list`. */
async function ask(path: string, given: readonly unknown[], client = ofProject): Promise<Result> {
  called.add(path)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const owner = names.reduce<Record<string, unknown>>(
    (object, name) => object[name] as never,
    client as never,
  )
  const { data, error } = await (owner[last] as Method).apply(owner, [...given])
  return { data, error }
}

/** Expects a call to be answered, and returns its data. */
async function ok(path: string, ...given: readonly unknown[]): Promise<any> {
  const needsWorkspace = /^(domains|suppressions|webhooks|apiKeys)\./.test(path)
  const { data, error } = await ask(path, given, needsWorkspace ? ofWorkspace : ofProject)
  expect(error, `${path}: ${error?.message ?? ''}`).toBeNull()
  answered.add(path)
  return data
}

const email = {
  from: 'Acme <billing@shop.example>',
  to: 'ada@example.com',
  subject: 'Your receipt',
  html: '<p>Thank you</p>',
}
const soon = () => new Date(Date.now() + 3 * 86_400_000).toISOString()

test('emails', async () => {
  const sent = await ok('emails.send', {
    ...email,
    replyTo: 'help@shop.example',
    tags: [{ name: 'a', value: 'b' }],
  })
  expect(await ok('emails.get', sent.id)).toMatchObject({ object: 'email', id: sent.id, html: email.html })
  await ok('emails.create', { ...email, attachments: [{ filename: 'a.txt', content: Buffer.from('a') }] })
  expect(await ok('emails.list', { limit: 1 })).toMatchObject({ object: 'list', has_more: true })
  const later = await ok('emails.send', { ...email, scheduledAt: 'in 1 hour' })
  expect(await ok('emails.update', { id: later.id, scheduledAt: soon() })).toEqual({
    object: 'email',
    id: later.id,
  })
  expect(await ok('emails.cancel', later.id)).toEqual({ object: 'email', id: later.id })
  expect((await ok('batch.send', [email, email])).data).toHaveLength(2)
  const mixed = await ok('batch.create', [email, { ...email, to: 'nobody' }], {
    batchValidation: 'permissive',
  })
  expect(mixed).toMatchObject({ data: [{}], errors: [{ index: 1 }] })
})

test('topics, contacts and events', async () => {
  const topic = await ok('topics.create', {
    name: 'News',
    defaultSubscription: 'opt_out',
    description: 'Monthly',
  })
  expect(await ok('topics.get', topic.id)).toMatchObject({ name: 'News', default_subscription: 'opt_out' })
  await ok('topics.update', { id: topic.id, name: 'Monthly news' })
  expect((await ok('topics.list')).data).toMatchObject([{ id: topic.id, name: 'Monthly news' }])

  const contact = await ok('contacts.create', {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
  })
  expect(contact).toMatchObject({ object: 'contact' })
  await ok('contacts.update', { email: 'ada@example.com', lastName: 'King', properties: { plan: 'pro' } })
  expect(await ok('contacts.get', { id: contact.id })).toMatchObject({
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'King',
    unsubscribed: false,
  })
  expect((await ok('contacts.list')).data).toHaveLength(1)
  await ok('contacts.topics.update', {
    email: 'ada@example.com',
    topics: [{ id: topic.id, subscription: 'opt_in' }],
  })
  expect((await ok('contacts.topics.list', { id: contact.id })).data).toMatchObject([
    { id: topic.id, subscription: 'opt_in' },
  ])
  expect(
    await ok('events.send', { event: 'user.created', email: 'ada@example.com', payload: { plan: 'pro' } }),
  ).toEqual({ object: 'event', event: 'user.created' })
  made['topic'] = topic.id
})

test('domains, suppressions and API keys', async () => {
  const domain = await ok('domains.create', { name: 'shop.example', region: 'us-east-1' })
  expect(domain).toMatchObject({ name: 'shop.example', status: 'not_started' })
  expect(await ok('domains.get', domain.id)).toMatchObject({ object: 'domain', id: domain.id })
  expect((await ok('domains.list')).data).toHaveLength(1)
  expect(await ok('domains.verify', domain.id)).toEqual({ object: 'domain', id: domain.id })
  const key = await ok('apiKeys.create', { name: 'CI', permission: 'sending_access', domain_id: domain.id })
  expect(key.token).toMatch(/^pk_live_/)
  await ok('apiKeys.update', key.id, { name: 'Deploys' })
  expect((await ok('apiKeys.list')).data).toContainEqual(
    expect.objectContaining({ id: key.id, name: 'Deploys' }),
  )
  await ok('apiKeys.remove', key.id)
  await ok('domains.remove', domain.id)

  const added = await ok('suppressions.add', { email: 'gone@example.com' })
  expect(await ok('suppressions.get', 'gone@example.com')).toMatchObject({ id: added.id, origin: 'manual' })
  expect((await ok('suppressions.list', { origin: 'manual' })).data).toHaveLength(1)
  await ok('suppressions.remove', added.id)
  await ok('suppressions.batch.add', { emails: ['one@example.com', 'two@example.com'] })
  expect(
    (await ok('suppressions.batch.remove', { emails: ['one@example.com', 'two@example.com'] })).data,
  ).toHaveLength(2)
})

test('webhooks', async () => {
  const webhook = await ok('webhooks.create', {
    endpoint: 'https://shop.example/hooks',
    events: ['email.sent'],
  })
  expect(webhook.signing_secret).toMatch(/^whsec_/)
  expect(await ok('webhooks.get', webhook.id)).toMatchObject({ id: webhook.id, events: ['email.sent'] })
  await ok('webhooks.update', webhook.id, { events: ['email.sent', 'email.opened'], status: 'disabled' })
  expect((await ok('webhooks.list')).data).toHaveLength(1)
  expect((await ok('webhooks.rotateSigningSecret', webhook.id)).signing_secret).not.toBe(
    webhook.signing_secret,
  )
  expect((await ok('webhooks.events.list', { webhookId: webhook.id })).data).toEqual([])
  const unknown = { webhookId: webhook.id, eventId: 'whd_01k3v6g5a8f4q9x2m7n0c1d8re' }
  for (const path of ['webhooks.events.replay', 'webhooks.events.attempts.list']) {
    expect((await ask(path, [unknown], ofWorkspace)).error).toMatchObject({
      name: 'not_found',
      statusCode: 404,
    })
    answered.add(path)
  }
  await ok('webhooks.remove', webhook.id)
})

test('templates', async () => {
  const template = await ok('templates.create', {
    name: 'Receipt',
    alias: 'receipt',
    subject: 'Order {{{NUMBER}}}',
    html: '<p>Thank you, {{{NAME}}}</p>',
    variables: [
      { key: 'NUMBER', type: 'number' },
      { key: 'NAME', type: 'string', fallbackValue: 'friend' },
    ],
  })
  expect(template).toMatchObject({ object: 'template' })
  expect(await ok('templates.get', 'receipt')).toMatchObject({
    id: template.id,
    status: 'draft',
    subject: 'Order {{{NUMBER}}}',
    html: '<p>Thank you, {{{NAME}}}</p>',
  })
  await ok('templates.publish', template.id)
  await ok('templates.update', 'receipt', { html: '<p>Many thanks, {{{NAME}}}</p>' })
  expect(await ok('templates.get', template.id)).toMatchObject({ has_unpublished_versions: true })
  await ok('templates.publish', 'receipt')
  const variables = { NUMBER: 7 }
  const sent = await ok('emails.send', {
    from: email.from,
    to: email.to,
    template: { id: 'receipt', variables },
  })
  expect(await ok('emails.get', sent.id)).toMatchObject({
    subject: 'Order 7',
    html: '<p>Many thanks, friend</p>',
  })
  const copy = await ok('templates.duplicate', template.id)
  expect((await ok('templates.list')).data).toHaveLength(2)
  await ok('templates.remove', copy.id)
})

test('segments and audiences', async () => {
  for (const owner of ['segments', 'audiences'] as const) {
    const segment = await ok(`${owner}.create`, { name: 'Friends' })
    await ok(`${owner}.update`, segment.id, { name: 'Best friends' })
    expect(await ok(`${owner}.get`, segment.id)).toMatchObject({ object: 'segment', name: 'Best friends' })
    expect((await ok(`${owner}.list`)).data).toMatchObject([{ id: segment.id }])
    const of = { email: 'ada@example.com', segmentId: segment.id }
    await ok('contacts.segments.add', of)
    expect((await ok('contacts.segments.list', { email: 'ada@example.com' })).data).toMatchObject([
      { id: segment.id },
    ])
    expect((await ok('contacts.list', { segmentId: segment.id })).data).toMatchObject([
      { email: 'ada@example.com' },
    ])
    await ok('contacts.segments.remove', of)
    expect((await ok('contacts.list', { segmentId: segment.id })).data).toEqual([])
    await ok(`${owner}.remove`, segment.id)
  }
})

test('broadcasts', async () => {
  const segment = await ok('segments.create', { name: 'Readers' })
  const broadcast = await ok('broadcasts.create', {
    segmentId: segment.id,
    from: email.from,
    subject: 'News for {{{FIRST_NAME|you}}}',
    previewText: 'Spring is here',
    html: '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>',
    topicId: made['topic'],
  })
  const { id } = broadcast
  await ok('broadcasts.update', id, { name: 'Spring news', replyTo: ['help@shop.example'] })
  expect(await ok('broadcasts.get', id)).toMatchObject({
    object: 'broadcast',
    name: 'Spring news',
    segment_id: segment.id,
    subject: 'News for {{{FIRST_NAME|you}}}',
    reply_to: ['help@shop.example'],
    preview_text: 'Spring is here',
    topic_id: made['topic'],
    status: 'draft',
  })
  expect(await ok('broadcasts.send', id, { scheduledAt: soon() })).toEqual({ id })
  expect((await ok('broadcasts.list')).data).toMatchObject([{ id, status: 'queued', sent_at: null }])
  expect(await ok('broadcasts.cancel', id)).toEqual({ object: 'broadcast', id })
  const copy = await ok('broadcasts.duplicate', id)
  const sent = { object: 'list', has_more: false, data: [] }
  expect(await ok('broadcasts.recipients', id, { type: 'sent', email: 'ada@example.com' })).toEqual(sent)
  expect((await ask('broadcasts.recipients', [id, { type: 'clicked' }])).error?.message).toContain(
    'GET /v1/message-logs',
  )
  for (const each of [id, copy.id])
    expect(await ok('broadcasts.remove', each)).toMatchObject({ deleted: true })
  expect((await ask('broadcasts.get', [id])).error).toMatchObject({ name: 'not_found' })
})

test('metrics', async () => {
  const { totals, data } = await ok('emails.metrics', {
    startDate: new Date(Date.now() - 3_600_000).toISOString(),
    metrics: ['suppressed', 'failed'],
    dimensions: ['period'],
    granularity: 'hourly',
  })
  expect(totals).toEqual({ suppressed: expect.any(Number), failed: expect.any(Number) })
  expect(data[0]).toMatchObject({ period: expect.any(String), failed: 0 })
  expect((await ask('emails.metrics', [{ metrics: ['opened'] }])).error?.message).toContain('opened')
})

test('contacts and topics are removed', async () => {
  await ok('contacts.remove', 'ada@example.com')
  expect((await ask('contacts.get', ['ada@example.com'])).error).toMatchObject({ name: 'not_found' })
  await ok('topics.remove', made['topic'])
})

test('received emails', async () => {
  expect(await ok('emails.receiving.list')).toEqual({ object: 'list', has_more: false, data: [] })
  const unknown = 'inm_01k3v6g5a8f4q9x2m7n0c1d8re'
  const forward = { emailId: unknown, to: 'ada@example.com', from: 'a@shop.example' }
  for (const [path, given] of [
    ['emails.receiving.get', unknown],
    ['emails.receiving.forward', forward],
  ] as const) {
    expect((await ask(path, [given])).error).toMatchObject({ name: 'not_found', statusCode: 404 })
    answered.add(path)
  }
})

test.each(Object.entries(refusedCalls))('%s is refused with a sentence', async (path, given) => {
  const { error } = await ask(path, given)
  const sentences = new Set(wireContract('resend').operations.map((operation) => operation.refused))
  expect(error).toMatchObject({ name: 'method_not_allowed', statusCode: 405 })
  expect(sentences).toContain(error?.message)
})

/** Parts of the package that make no call, or that other methods call. */
const helpers = new Set([
  'contacts.imports.appendField',
  'contacts.imports.buildColumnMap',
  'contacts.imports.buildCreateFormData',
  'emails.receiving.downloadRaw',
  'emails.receiving.forwardPassthrough',
  'emails.receiving.forwardWrapped',
  'templates.performCreate',
  'webhooks.verify',
])

test('every method of the package was called', () => {
  const methods = methodsOf(ofProject).filter((path) => path.includes('.') && !helpers.has(path))
  expect(methods.length).toBeGreaterThan(140)
  expect(methods.filter((path) => !called.has(path))).toEqual([])
  expect([...answered].filter((path) => path in refusedCalls)).toEqual([])
})

/** Lists the paths of an object's methods, and those of the objects in it. */
function methodsOf(owner: object, path = ''): string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(owner))
  const methods = own
    .filter((name) => name !== 'constructor' && typeof (owner as Client)[name] === 'function')
    .map((name) => `${path}${name}`)
  const inner = Object.entries(owner).filter(
    ([name, value]) => name !== 'resend' && name !== 'headers' && typeof value === 'object' && value !== null,
  )
  return [...methods, ...inner.flatMap(([name, value]) => methodsOf(value as object, `${path}${name}.`))]
}
