import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { findingsOf, operationOf } from '../../support/api/contract.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { publish } from '../../support/domains/domains.js'
import { domainIds } from '../../support/ids/domain-ids.js'
import { inbox } from '../../support/messages/mail.js'
import { startReceiver, type Receiver } from '../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

type Schemas = components['schemas']
interface Page<Row> extends AsyncIterable<Row> {
  data: Row[]
  getNextPage(): Promise<Page<Row>>
}
type List<Row> = (query?: object) => Promise<Page<Row>> & AsyncIterable<Row>
type Failure = new (...args: never[]) => Error

/** The parts of the package used here. Its own types need the browser's, which these tests do without. */
interface Sdk {
  Postseal: new (options: { baseURL: string; apiKey: string; fetch?: typeof checkingFetch }) => {
    messages: {
      send(body: object, options?: { idempotencyKey?: string }): Promise<Schemas['AcceptedMessage']>
      sendBatch(body: object): Promise<Schemas['BatchResult']>
      cancel(id: string): Promise<Schemas['Message']>
      list: List<Schemas['Message']>
      retrieve(id: string): Promise<Schemas['Message']>
      retrieveContent(id: string): Promise<Schemas['MessageContent']>
    }
    sending: { retrieveStatus(): Promise<Schemas['SendingStatus']> }
    messageLogs: { list: List<Schemas['MessageLog']> }
    events: { list: List<Schemas['OtherEvent']> }
    webhooks: {
      list: List<Schemas['WebhookSubscription']>
      upsert(body: object): Promise<Schemas['SavedWebhook']>
      update(body: object): Promise<Schemas['SavedWebhook']>
      delete(id: string): Promise<void>
      rotateSecret(id: string, body?: object): Promise<Schemas['SavedWebhook']>
      revokePreviousSecrets(id: string): Promise<void>
      test(id: string): Promise<Schemas['WebhookDelivery']>
      listDeliveries: List<Schemas['WebhookDelivery']>
      retrieveDelivery(id: string, deliveryId: string): Promise<Schemas['WebhookDelivery']>
      replayDelivery(id: string, deliveryId: string): Promise<Schemas['WebhookDelivery']>
      listHealth: List<Schemas['WebhookHealth']>
    }
    domains: {
      list: List<Schemas['Domain']>
      create(body: object): Promise<Schemas['Domain']>
      retrieve(id: string): Promise<Schemas['Domain']>
      delete(id: string): Promise<void>
      check(id: string): Promise<Schemas['Domain']>
      rotateDkim(id: string): Promise<Schemas['Domain']>
    }
    dmarc: {
      listSources: List<Schemas['DmarcSource']>
      reviewSource(id: string, body: object): Promise<Schemas['DmarcSource']>
      listRamps: List<Schemas['DmarcRamp']>
      retrieveRamp(domainId: string): Promise<Schemas['DmarcRamp']>
    }
    suppressions: {
      create(body: object): Promise<Schemas['Suppression']>
      export: List<Schemas['Suppression']>
      exportCsv(query?: object): AsyncIterable<string>
      import(csv: string | ReadableStream): Promise<Schemas['SuppressionImport']>
      delete(id: string, query?: { force?: boolean }): Promise<void>
    }
    contacts: {
      upsert(body: object): Promise<Schemas['Contact']>
      list: List<Schemas['Contact']>
      retrieve(id: string): Promise<Schemas['Contact']>
      recordEvent(id: string, body: object): Promise<Schemas['ContactEvent']>
      recordEventByAddress(body: object): Promise<Schemas['ContactEvent']>
      listEvents(id: string): Promise<Page<Schemas['ContactEvent']>>
    }
    subscriberLists: {
      create(body: object): Promise<Schemas['SubscriberList']>
      list: List<Schemas['SubscriberList']>
      retrieve(id: string): Promise<Schemas['SubscriberList']>
      update(id: string, body: object): Promise<Schemas['SubscriberList']>
    }
    subscriptions: {
      request(listId: string, body: object): Promise<Schemas['SubscriptionRequest']>
      list(listId: string, query?: object): Promise<Page<Schemas['Subscription']>>
      retrieve(listId: string, id: string): Promise<Schemas['Subscription']>
      unsubscribe(listId: string, id: string, body?: object): Promise<Schemas['Subscription']>
    }
    deletions: {
      create(body: object): Promise<Schemas['Deletion']>
      list: List<Schemas['Deletion']>
      retrieve(id: string): Promise<Schemas['Deletion']>
    }
    projects: { create(body: object): Promise<Schemas['Project']>; list: List<Schemas['Project']> }
    apiKeys: {
      list: List<Schemas['ApiKey']>
      create(body: object): Promise<Schemas['CreatedApiKey']>
      revoke(id: string): Promise<void>
    }
  }
  AuthenticationError: Failure
  IdempotencyConflictError: Failure
  NotFoundError: Failure
  ValidationError: Failure
}

// The package as its users get it: built.
const { Postseal, AuthenticationError, IdempotencyConflictError, NotFoundError, ValidationError } =
  (await import(new URL('../../../sdk-ts/dist/index.js', import.meta.url).href)) as Sdk

let service: TestService
let receiver: Receiver
let dns: TestDns
beforeAll(async () => {
  receiver = await startReceiver()
  dns = await startDns()
  service = await startTestService({
    delivery: { backoffSeconds: [0.1] },
    env: { POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8', POSTSEAL_DNS_SERVERS: dns.server },
  })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
  await dns.close()
})

/** Throws where a reply is not what the contract has. */
async function checkingFetch(url: string, init?: RequestInit): Promise<Response> {
  const reply = await fetch(url, init)
  const operation = operationOf(init?.method ?? 'GET', new URL(url).pathname)
  if (operation === undefined) throw new Error(`The contract has no ${init?.method} ${url}`)
  const isCsv = reply.headers.get('content-type')?.startsWith('text/csv') === true
  const body: unknown = isCsv
    ? await reply.clone().text()
    : await reply
        .clone()
        .json()
        .catch(() => ({}))
  const findings = findingsOf(operation, reply.status, Object.fromEntries(reply.headers), body)
  if (findings !== undefined) throw new Error(findings)
  return reply
}

const clientWith = (apiKey: string) => new Postseal({ baseURL: service.url, apiKey, fetch: checkingFetch })
const client = () => clientWith(service.credentials.project_key)

test('the quick start sends a message and follows it until it is delivered', async () => {
  const postseal = client()
  const body = {
    project_id: service.credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }, { email: 'defer@example.com' }, { email: 'bounce@example.com' }],
    subject: 'Reset your password',
    text: 'Follow this link to choose a new password: https://shop.example/reset/9f2c',
    category: 'password_reset',
  }
  const message = await postseal.messages.send(body, { idempotencyKey: 'password-reset-81723' })
  expect(message).toMatchObject({ status: 'queued', recipients: [{ status: 'queued' }, {}, {}] })
  // As a queue's worker that runs twice would.
  expect(await postseal.messages.send(body, { idempotencyKey: 'password-reset-81723' })).toEqual(message)

  const seen = await until(async () => {
    const logs: [string, string, string | undefined][] = []
    for await (const log of postseal.messageLogs.list({ message_id: message.id })) {
      logs.push([log.recipient, log.status, log.last_reply?.text])
    }
    return logs.every(([, status]) => status === 'delivered' || status === 'bounced') && logs
  }, 'the deliveries')
  expect(new Map(seen.map(([recipient, status]) => [recipient, status]))).toEqual(
    new Map([
      ['ada@example.com', 'delivered'],
      ['defer@example.com', 'delivered'],
      ['bounce@example.com', 'bounced'],
    ]),
  )
  expect(seen.find(([recipient]) => recipient === 'ada@example.com')?.[2]).toMatch(/^OK snk_/)
  expect(await inbox(service.url, 'ada@example.com')).toHaveLength(1)

  expect(await postseal.messages.retrieve(message.id)).toMatchObject({
    status: 'partially_delivered',
    category: 'password_reset',
  })
  expect(await postseal.messages.retrieveContent(message.id)).toMatchObject({ text: body.text, html: null })
  const types: string[] = []
  for await (const event of postseal.events.list()) types.push(event.type)
  expect(types.sort()).toEqual([
    'message.accepted',
    'message.bounced',
    'message.deferred',
    'message.deferred',
    'message.delivered',
    'message.delivered',
  ])
})

test('pages of a list follow each other without a gap or a double', async () => {
  const postseal = client()
  const sent = await Promise.all(
    Array.from({ length: 25 }, (_, i) =>
      postseal.messages.send({
        project_id: service.credentials.project_id,
        from_email: 'no-reply@shop.example',
        to: [{ email: `page${i}@example.com` }],
        subject: `Page ${i}`,
        text: 'x',
      }),
    ),
  )
  const listed: string[] = []
  for await (const message of postseal.messages.list({ limit: 10 })) listed.push(message.id)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toEqual(expect.arrayContaining(sent.map(({ id }) => id)))
  let page = await postseal.messages.list({ limit: 10 })
  expect(page.data.map(({ id }) => id)).toEqual(listed.slice(0, 10))
  page = await page.getNextPage()
  expect(page.data.map(({ id }) => id)).toEqual(listed.slice(10, 20))
})

test('failures of the service are the errors that the package documents', async () => {
  const postseal = client()
  const body = {
    project_id: service.credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'x',
    text: 'x',
  }
  await expect(
    clientWith(`${service.credentials.project_key.slice(0, -1)}!`).messages.list(),
  ).rejects.toThrow(AuthenticationError)
  await expect(postseal.messages.send({ ...body, to: [{ email: 'nobody' }] })).rejects.toThrow(
    ValidationError,
  )
  await expect(postseal.messages.retrieve('msg_00000000000000000000000000')).rejects.toThrow(NotFoundError)
  await postseal.messages.send(body, { idempotencyKey: 'once' })
  await expect(postseal.messages.send({ ...body, text: 'y' }, { idempotencyKey: 'once' })).rejects.toThrow(
    IdempotencyConflictError,
  )
})

test('a batch with a file, a schedule that is taken back, and a search', async () => {
  const postseal = client()
  const message = {
    project_id: service.credentials.project_id,
    from_email: 'billing@shop.example',
    to: [{ email: 'joan@example.com', name: 'Joan Clarke' }],
    subject: 'Your receipt',
    text: 'Thank you.',
  }
  const bytes = new Uint8Array([0, 1, 2, 254, 255])
  const { data, accepted } = await postseal.messages.sendBatch({
    items: [
      {
        message: {
          ...message,
          attachments: [{ filename: 'receipt.bin', content: bytes }],
          metadata: { order_id: 'A 1+2' },
        },
      },
      { message: { ...message, scheduled_at: new Date(Date.now() + 86_400_000).toISOString() } },
      { message: { ...message, to: [{ email: 'nobody' }] } },
    ],
  })
  expect(accepted).toBe(2)
  expect(data[2]?.error).toMatchObject({ status: 422, code: 'validation_failed' })
  const [first, later] = data.map((item) => item.message?.id ?? '')
  expect((await postseal.messages.cancel(later ?? '')).status).toBe('cancelled')

  const query = { metadata_key: 'order_id', metadata_value: 'A 1+2', recipient: 'JOAN@example.com' }
  const found = await until(async () => {
    const { data: logs } = await postseal.messageLogs.list(query)
    return logs[0]?.status === 'delivered' && logs
  }, 'the delivery')
  expect(found.map((log) => log.message_id)).toEqual([first])
  const { attachments } = await postseal.messages.retrieveContent(first ?? '')
  expect(Buffer.from(attachments[0]?.content ?? '', 'base64')).toEqual(Buffer.from(bytes))
  expect((await postseal.sending.retrieveStatus()).status).toBe('active')
})

test('a workspace key makes projects and keys', async () => {
  const postseal = clientWith(service.credentials.workspace_key)
  const project = await postseal.projects.create({ name: 'Shop', environment: 'live' })
  const { api_key, secret } = await postseal.apiKeys.create({
    kind: 'project',
    name: 'Shop backend',
    project_id: project.id,
    scopes: ['messages:send'],
  })
  const shop = clientWith(secret ?? '')
  const sent = await shop.messages.send({
    project_id: project.id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'lin@example.com' }],
    subject: 'x',
    text: 'x',
  })
  expect(sent.status).toBe('queued')
  expect(await postseal.apiKeys.revoke(api_key.id)).toBeUndefined()
  expect((await postseal.apiKeys.list({ limit: 1 })).data).toMatchObject([
    { id: api_key.id, name: 'Shop backend', revoked_at: expect.any(String) as string },
  ])
  // A list leaves the logo out.
  const { logo: _logo, ...pages } = project.pages
  expect((await postseal.projects.list({ limit: 1 })).data).toEqual([{ ...project, pages }])
})

test('a workspace key keeps webhook subscriptions and their secrets', async () => {
  const { webhooks } = clientWith(service.credentials.workspace_key)
  const body = { url: 'https://shop.example/hooks', events: ['message.bounced'], enabled: false }
  const { webhook, secret } = await webhooks.upsert(body)
  expect(secret).toMatch(/^whsec_/)
  // As the next deployment does.
  expect(await webhooks.upsert(body)).toMatchObject({ webhook: { id: webhook.id }, secret: null })
  const { id } = webhook
  expect((await webhooks.update({ id, events: ['*'] })).webhook).toMatchObject({ ...body, events: ['*'] })

  const rotated = await webhooks.rotateSecret(id)
  expect([rotated.secret === secret, rotated.webhook.secrets.length]).toEqual([false, 2])
  expect(await webhooks.revokePreviousSecrets(id)).toBeUndefined()
  expect((await webhooks.list({ limit: 1 })).data[0]?.secrets).toHaveLength(1)

  const listed: string[] = []
  for await (const subscription of webhooks.list({ limit: 1 })) listed.push(subscription.id)
  expect(listed).toEqual([id])
  expect(await webhooks.delete(id)).toBeUndefined()
  expect((await webhooks.list()).data).toEqual([])
  await expect(webhooks.delete(id)).rejects.toThrow(NotFoundError)
  await expect(webhooks.upsert({ ...body, url: 'http://10.0.0.1/' })).rejects.toThrow(ValidationError)
})

test('a test delivery arrives, is found again and replayed', async () => {
  const { webhooks } = clientWith(service.credentials.workspace_key)
  const { webhook } = await webhooks.upsert({ url: receiver.url, events: ['message.bounced'] })
  const { id } = await webhooks.test(webhook.id)
  const isDelivered = async () => (await webhooks.retrieveDelivery(webhook.id, id)).status === 'delivered'
  await until(isDelivered, 'the test delivery')

  expect(await webhooks.replayDelivery(webhook.id, id)).toMatchObject({ id, event_type: 'webhook.test' })
  await until(() => receiver.received.length === 2, 'the replay')
  await until(isDelivered, 'the end of the replay')
  const { data } = await webhooks.listDeliveries({ webhook_id: webhook.id })
  expect(data.map((delivery) => [delivery.id, delivery.attempts.length])).toEqual([[id, 2]])
  expect((await webhooks.listHealth()).data).toMatchObject([{ webhook_id: webhook.id, status: 'healthy' }])
})

test('a domain is added, published, verified and rotated, and goes again', async () => {
  // A session is a credential as a key is.
  const admin = clientWith(await service.session('admin')).domains
  const { domains } = clientWith(service.credentials.workspace_key)
  const { id, name, records } = await admin.create({ name: 'shop.example' })
  expect(await domains.check(id)).toMatchObject({ status: 'pending' })
  publish(dns.zone, { records })
  expect(await domains.check(id)).toMatchObject({ name, status: 'verified' })
  expect((await domains.list({ status: 'verified' })).data.map((domain) => domain.id)).toEqual([id])

  expect((await admin.rotateDkim(id)).dkim_keys).toHaveLength(2)
  const { dkim_keys, status } = await domains.retrieve(id)
  expect([status, ...dkim_keys.map((key) => key.status).sort()]).toEqual(['verified', 'active', 'pending'])
  expect(await admin.delete(id)).toBeUndefined()
  await expect(domains.retrieve(id)).rejects.toThrow(NotFoundError)
})

test('a source is found and reviewed, and the ramp says what is next', async () => {
  const { dmarc } = clientWith(service.credentials.workspace_key)
  const id = String(await domainIds(service, fromTypeId('ws', service.credentials.workspace_id)).dms())
  const listed: Schemas['DmarcSource'][] = []
  for await (const source of dmarc.listSources({ address: '192.0.2.25' })) listed.push(source)
  expect(listed).toMatchObject([{ id, messages: 10, review: null }])
  const domain = listed[0]?.domain_id ?? ''
  const reviewed = await dmarc.reviewSource(id, { review: 'authorized', note: 'The newsletter' })
  expect(reviewed).toMatchObject({ id, review: 'authorized', review_note: 'The newsletter' })

  const ramp = await dmarc.retrieveRamp(domain)
  expect(ramp).toMatchObject({ domain_id: domain, next_stage: 'monitor' })
  expect((await dmarc.listRamps()).data).toEqual([ramp])
})

test('an export of suppressions is imported as it is, by another client too', async () => {
  const { suppressions } = clientWith(service.credentials.workspace_key)
  const { id } = await suppressions.create({ email: '=sum@example.com', reason: 'complaint', note: 'Twice' })
  await expect(suppressions.delete(id)).rejects.toThrow('The recipient asked for this suppression')
  const parts: string[] = []
  for await (const part of suppressions.exportCsv({ reason: 'complaint' })) parts.push(part)
  expect(await suppressions.delete(id, { force: true })).toBeUndefined()
  expect((await suppressions.export({ email: '=SUM@example.com' })).data).toEqual([])

  expect(await suppressions.import(`${parts.join('')}nobody\r\n`)).toMatchObject({ imported: 1, rejected: 1 })
  const [again] = (await suppressions.export({ email: '=SUM@example.com' })).data
  expect(again).toMatchObject({ email: '=sum@example.com', reason: 'complaint', note: 'Twice' })
})

test('a contact is asked to confirm, leaves again, and is erased', async () => {
  const { contacts, subscriberLists, subscriptions, deletions } = client()
  const { project_id } = service.credentials
  const email = 'reader@example.com'
  const contact = await contacts.upsert({ project_id, email, name: 'Ada', properties: { plan: 'pro' } })
  const event = await contacts.recordEvent(contact.id, { name: 'order_placed' })
  const signUp = { project_id, email: 'Reader@example.com', name: 'signed_up' }
  const another = await contacts.recordEventByAddress(signUp)
  expect((await contacts.listEvents(contact.id)).data).toEqual([another, event])
  await expect(contacts.recordEventByAddress({ ...signUp, email: 'nobody@example.com' })).rejects.toThrow(
    NotFoundError,
  )
  expect((await contacts.list({ email })).data).toEqual([await contacts.retrieve(contact.id)])

  const list = await subscriberLists.create({
    project_id,
    name: 'Novelties',
    from_email: 'news@shop.example',
  })
  await subscriberLists.update(list.id, { name: 'News' })
  expect((await subscriberLists.list()).data).toEqual([await subscriberLists.retrieve(list.id)])
  const { outcome, subscription } = await subscriptions.request(list.id, { email, source: 'Checkout' })
  expect([outcome, subscription?.contact_id]).toEqual(['requested', contact.id])
  const id = subscription?.id ?? ''
  expect(await subscriptions.unsubscribe(list.id, id)).toMatchObject({ status: 'unsubscribed' })
  expect((await subscriptions.list(list.id)).data).toEqual([await subscriptions.retrieve(list.id, id)])

  const deletion = await deletions.create({ email: 'Reader@example.com' })
  const done = await until(async () => {
    const now = await deletions.retrieve(deletion.id)
    return now.status === 'completed' && now
  }, 'the end of the erasure')
  expect(done.erased).toMatchObject({ contacts: 1, contact_events: 2, subscriptions: 1, consents: 2 })
  expect((await deletions.list()).data.map((each) => each.id)).toEqual([deletion.id])
  await expect(contacts.retrieve(contact.id)).rejects.toThrow(NotFoundError)
})
