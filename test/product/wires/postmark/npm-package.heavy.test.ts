import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { settled } from '../../../support/messages/messages.js'
import { foreignPackage } from '../../../support/packages/foreign-packages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** Every method of Postmark's package for Node.js, unmodified, against the service. */

/** A method of the package. Tests know what they asked for. */
type Method = (...given: readonly unknown[]) => Promise<any>
type Client = Readonly<Record<string, Method>>
type ClientClass = new (
  token: string,
  options: { readonly requestHost: string; readonly useHttps: boolean },
) => Client
interface PostmarkModule {
  readonly ServerClient: ClientClass
  readonly AccountClient: ClientClass
  readonly Errors: Readonly<Record<string, new (...given: never) => Error>>
}

let dns: TestDns
let service: TestService
let postmark: PostmarkModule
let key: string
let server: Client
let ofWorkspace: Client
let account: Client
let wrong: Client
beforeAll(async () => {
  postmark = await foreignPackage<PostmarkModule>('postmark')
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_DNS_SERVERS: dns.server } })
  const tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject })
  const workspaceKey = await tenant.key()
  const options = { requestHost: `${new URL(service.url).host}/compat/postmark`, useHttps: false }
  server = new postmark.ServerClient(key, options)
  ofWorkspace = new postmark.ServerClient(workspaceKey, options)
  account = new postmark.AccountClient(workspaceKey, options)
  wrong = new postmark.ServerClient('00000000-0000-0000-0000-000000000000', options)
}, 300_000)
afterAll(async () => {
  await service.stop()
  await dns.close()
})

const called = new Set<string>()

/** Calls a method of a client, and remembers that it was called. */
async function ask(client: Client, name: string, ...given: readonly unknown[]): Promise<any> {
  called.add(`${client === account ? 'account' : 'server'}.${name}`)
  const method = client[name]
  if (method === undefined) throw new Error(`the package has no method ${name}`)
  return method.apply(client, [...given])
}

/** Returns the name, status and code of the error that a call throws. */
async function refusalOf(calling: Promise<unknown>): Promise<unknown[]> {
  return calling.then(
    () => ['the call succeeded'],
    ({ name, statusCode, code }: Error & { statusCode: number; code: number }) => [name, statusCode, code],
  )
}

const message = {
  From: 'Acme <billing@shop.example>',
  To: 'Ada <ada@example.com>',
  Subject: 'Your receipt',
  TextBody: 'Thank you',
}
const accepted = {
  To: 'Ada <ada@example.com>',
  SubmittedAt: expect.any(String) as string,
  MessageID: expect.stringMatching(/^msg_/) as string,
  ErrorCode: 0,
  Message: 'OK',
}

describe('emails', () => {
  test('one with all that the package has', async () => {
    const sent = await ask(server, 'sendEmail', {
      ...message,
      Cc: 'bob@example.com',
      Bcc: 'archive@shop.example',
      ReplyTo: 'help@shop.example',
      HtmlBody: '<p>Thank you <img src="cid:logo.png"></p>',
      Tag: 'receipts',
      Metadata: { order: 'A-1041' },
      Headers: [{ Name: 'X-Order', Value: '1041' }],
      TrackOpens: true,
      TrackLinks: 'HtmlOnly',
      MessageStream: 'outbound',
      Attachments: [
        { Name: 'a.txt', Content: 'SGVsbG8=', ContentType: 'text/plain', ContentID: null },
        { Name: 'logo.png', Content: 'iVBO', ContentType: 'image/png', ContentID: 'cid:logo.png' },
      ],
    })
    expect(sent).toEqual({ ...accepted, Cc: 'bob@example.com', Bcc: 'archive@shop.example' })
  })

  test('a batch, of which one email is refused', async () => {
    const sent = await ask(server, 'sendEmailBatch', [message, { ...message, From: 'nobody' }])
    expect(sent).toEqual([accepted, { ErrorCode: 300, Message: expect.stringContaining('From') as string }])
  })

  test('with templates that are not there', async () => {
    const templated = { From: message.From, To: message.To, TemplateAlias: 'receipt', TemplateModel: {} }
    expect(await refusalOf(ask(server, 'sendEmailWithTemplate', templated))).toEqual([
      'ApiInputError',
      422,
      1101,
    ])
    expect(await ask(server, 'sendEmailBatchWithTemplates', [templated])).toMatchObject([{ ErrorCode: 1101 }])
  })

  test.each([
    ['no sender', { From: undefined }, 'InvalidEmailRequestError', 300],
    ['a sender that is no address', { From: 'nobody' }, 'InvalidEmailRequestError', 300],
    ['no recipient', { To: '' }, 'InvalidEmailRequestError', 300],
    ['no content', { TextBody: undefined }, 'InvalidEmailRequestError', 300],
    ['another stream', { MessageStream: 'news' }, 'InvalidEmailRequestError', 300],
    ['an unknown field', { Colour: 'red' }, 'ApiInputError', 403],
  ])('%s is refused', async (_, fields, name, code) => {
    const refused = await refusalOf(ask(server, 'sendEmail', { ...message, ...fields }))
    expect(refused).toEqual([name, 422, code])
  })

  test('a wrong token is refused', async () => {
    expect(await refusalOf(wrong['sendEmail']?.(message) ?? Promise.resolve())).toEqual([
      'InvalidAPIKeyError',
      401,
      10,
    ])
  })
})

test('messages, their details, and bounces', async () => {
  const { MessageID: id } = (await ask(server, 'sendEmail', {
    ...message,
    To: 'bounce@example.com',
    Tag: 'bounces',
  })) as { MessageID: string }
  await settled(service.url, key, id)
  const listed = await ask(server, 'getOutboundMessages', { tag: 'bounces', count: 1, offset: 0 })
  expect(listed).toMatchObject({
    TotalCount: 1,
    Messages: [{ MessageID: id, Status: 'Sent', Recipients: ['bounce@example.com'], Tag: 'bounces' }],
  })
  const details = await ask(server, 'getOutboundMessageDetails', id)
  expect(details).toMatchObject({ MessageID: id, TextBody: 'Thank you', MessageStream: 'outbound' })
  expect((details as { MessageEvents: { Type: string }[] }).MessageEvents.map(({ Type }) => Type)).toEqual([
    'Bounced',
  ])
  const { Bounces: bounces } = (await ask(server, 'getBounces', { tag: 'bounces' })) as {
    Bounces: { ID: string; TypeCode: number; Email: string }[]
  }
  expect(bounces).toMatchObject([{ Email: 'bounce@example.com', TypeCode: expect.any(Number) as number }])
  const bounceId = bounces[0]?.ID
  expect(await ask(server, 'getBounce', bounceId)).toEqual(bounces[0])
  expect(await ask(ofWorkspace, 'activateBounce', bounceId)).toMatchObject({ Message: 'OK' })
  expect(await ask(server, 'getDeliveryStatistics')).toMatchObject({
    Bounces: expect.arrayContaining([{ Name: 'All', Count: 1 }]) as unknown,
  })
  expect(await refusalOf(ask(server, 'getBounce', 12))).toEqual(['ApiInputError', 422, 407])
  expect(await refusalOf(ask(server, 'getOutboundMessageDetails', 'x'))).toEqual(['ApiInputError', 422, 701])
})

test('suppressions', async () => {
  const given = { Suppressions: [{ EmailAddress: 'grace@example.com' }, { EmailAddress: 'nobody' }] }
  expect(await ask(ofWorkspace, 'createSuppressions', 'outbound', given)).toEqual({
    Suppressions: [
      { EmailAddress: 'grace@example.com', Status: 'Suppressed', Message: null },
      { EmailAddress: 'nobody', Status: 'Failed', Message: expect.any(String) as string },
    ],
  })
  const listed = await ask(ofWorkspace, 'getSuppressions', 'outbound', { emailAddress: 'grace@example.com' })
  expect(listed).toMatchObject({
    Suppressions: [{ EmailAddress: 'grace@example.com', SuppressionReason: 'ManualSuppression' }],
  })
  const removed = { Suppressions: [{ EmailAddress: 'grace@example.com' }] }
  expect(await ask(ofWorkspace, 'deleteSuppressions', 'outbound', removed)).toMatchObject({
    Suppressions: [{ Status: 'Deleted' }],
  })
  expect(await refusalOf(ask(ofWorkspace, 'getSuppressions', 'news'))).toEqual(['ApiInputError', 422, 1226])
  expect(await refusalOf(ask(server, 'getSuppressions', 'outbound'))).toEqual(['InvalidAPIKeyError', 401, 10])
})

test('templates are saved, sent, changed and deleted', async () => {
  const created = await ask(server, 'createTemplate', {
    Name: 'Receipt',
    Alias: 'receipt-1',
    Subject: 'Receipt {{number}}',
    HtmlBody: '<p>{{name}} {{{raw}}} 100{%</p>',
    TextBody: 'Thank you, {{ customer.name }}.',
  })
  expect(created).toMatchObject({
    Name: 'Receipt',
    Alias: 'receipt-1',
    Active: true,
    TemplateType: 'Standard',
  })
  const { TemplateId: id } = created as { TemplateId: string }
  const read = await ask(server, 'getTemplate', 'receipt-1')
  expect(read).toMatchObject({
    TemplateId: id,
    Subject: 'Receipt {{number}}',
    HtmlBody: '<p>{{name}} {{{raw}}} 100{%</p>',
    TextBody: 'Thank you, {{customer.name}}.',
  })
  const model = { number: 7, name: 'A & B', raw: '<b>', customer: { name: 'Ada' } }
  const sent = await ask(server, 'sendEmailWithTemplate', {
    From: message.From,
    To: message.To,
    TemplateAlias: 'receipt-1',
    TemplateModel: model,
  })
  const details = await ask(server, 'getOutboundMessageDetails', (sent as { MessageID: string }).MessageID)
  expect(details).toMatchObject({
    Subject: 'Receipt 7',
    HtmlBody: expect.stringContaining('<p>A &amp; B <b> 100{%</p>') as string,
    TextBody: 'Thank you, Ada.',
  })
  await ask(server, 'editTemplate', id, { Subject: 'Invoice {{number}}', Name: 'Invoice' })
  expect(await ask(server, 'getTemplate', id)).toMatchObject({
    Name: 'Invoice',
    Subject: 'Invoice {{number}}',
    TextBody: 'Thank you, {{customer.name}}.',
  })
  expect(await ask(server, 'getTemplates', { templateType: 'Standard' })).toMatchObject({
    TotalCount: 1,
    Templates: [{ TemplateId: id }],
  })
  const section = { Name: 'x', Subject: 'x', TextBody: 'Hi\n{{#items}}x{{/items}}' }
  await expect(ask(server, 'createTemplate', section)).rejects.toThrow(/\{\{#items\}\} in line 2/)
  expect(await ask(server, 'deleteTemplate', id)).toMatchObject({ ErrorCode: 0 })
  expect(await refusalOf(ask(server, 'getTemplate', id))).toEqual(['ApiInputError', 422, 1101])
})

test('the server is the project, and has two streams', async () => {
  const found = await ask(ofWorkspace, 'getServer')
  expect(found).toMatchObject({ ID: expect.stringMatching(/^prj_/) as string, DeliveryType: 'Live' })
  expect(await ask(ofWorkspace, 'getMessageStreams')).toMatchObject({
    TotalCount: 2,
    MessageStreams: [{ ID: 'outbound' }, { ID: 'broadcast' }],
  })
  expect(await ask(ofWorkspace, 'getMessageStream', 'broadcast')).toMatchObject({
    MessageStreamType: 'Broadcasts',
  })
})

test('domains are added, checked and deleted', async () => {
  const created = await ask(account, 'createDomain', {
    Name: 'mail.shop.example',
    ReturnPathDomain: 'bounces.mail.shop.example',
  })
  expect(created).toMatchObject({ Name: 'mail.shop.example', DKIMVerified: false })
  const { ID: id } = created as { ID: string }
  expect(await ask(account, 'getDomains')).toMatchObject({ TotalCount: 1, Domains: [{ ID: id }] })
  expect(await ask(account, 'getDomain', id)).toMatchObject({
    DKIMHost: expect.stringContaining('._domainkey.mail.shop.example') as string,
  })
  expect(await ask(account, 'verifyDomainDKIM', id)).toMatchObject({ ID: id })
  expect(await ask(account, 'verifyDomainReturnPath', id)).toMatchObject({ ID: id })
  const elsewhere = { Name: 'a.shop.example', ReturnPathDomain: 'bounces.example.net' }
  expect(await refusalOf(ask(account, 'createDomain', elsewhere))).toEqual(['ApiInputError', 422, 403])
  expect(await ask(account, 'deleteDomain', id)).toMatchObject({ ErrorCode: 0 })
  expect(await refusalOf(ask(account, 'getDomain', id))).toEqual(['ApiInputError', 422, 510])
})

/** Returns the status of a refusal, and whether it has a sentence. */
async function refused(client: Client, name: string, ...given: readonly unknown[]) {
  return ask(client, name, ...given).then(
    () => ['answered'],
    (error: Error & { statusCode?: number }) => [error.statusCode, error.message.length > 20],
  )
}

test('every other method is refused with our way', async () => {
  const methodsOf = (client: Client, prefix: string) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(client))
      .filter((name) => name !== 'constructor' && !called.has(`${prefix}.${name}`))
      .map((name) => [client, name] as const)
  const others = [...methodsOf(server, 'server'), ...methodsOf(account, 'account')]
  expect(others.length).toBeGreaterThan(40)
  const outcomes = []
  for (const [client, name] of others) {
    // The last parameter of each method is a callback, and the first an id or an object.
    const [first, ...further] = Array.from({ length: (client[name]?.length ?? 1) - 1 }, () => ({}))
    let outcome = await refused(client, name, ...(first === undefined ? [] : ['1', ...further]))
    if (outcome[0] === undefined) outcome = await refused(client, name, first, ...further)
    outcomes.push([name, outcome])
  }
  expect(outcomes).toEqual(others.map(([, name]) => [name, [405, true]]))
})
