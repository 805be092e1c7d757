import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import type { TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import {
  anyEndpoint,
  failureIn,
  refusedIn,
  savedIn,
  webhookCalls,
  type WebhookCalls,
} from '../../../support/webhooks/webhooks.js'

/** A mistyped address does not make a second subscription beside the one that was meant. */

let service: TestService
let tenant: Tenant
let key: string
let calls: WebhookCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  calls = webhookCalls(service.url, key)
})

const events = ['*']

/** Checks that a reply refuses the address for the sake of the subscription that it names. */
function expectSimilarTo(reply: ApiReply, id: string): void {
  expect(failureIn(reply), reply.text).toBe('409 webhook_exists_similarly')
  expect(reply.body.error.message).toContain(id)
  expect(reply.body.error.details).toMatchObject([{ path: '/body/url', code: 'similar', webhook_id: id }])
}

test.each([
  ['a trailing slash', '/hooks', '/hooks/'],
  ['a missing trailing slash', '/hooks/', '/hooks'],
  ['two trailing slashes', '/hooks', '/hooks//'],
  ['a query', '/hooks', '/hooks?shop=1'],
  ['a missing query', '/hooks?shop=1', '/hooks'],
  ['another query', '/hooks?shop=1', '/hooks?shop=2'],
  ['an empty query', '/hooks', '/hooks?'],
  ['a slash before the query', '/hooks?shop=1', '/hooks/?shop=1'],
  ['a query of the root', '/', '?shop=1'],
])('a new address that differs by %s is refused until the request insists', async (_, known, asked) => {
  const origin = `${randomUUID()}.example`
  const { id } = await calls.subscribe({ url: `https://${origin}${known}` })
  // However the rest of it is written.
  const url = `HTTPS://${origin.toUpperCase()}:443${asked}`
  expectSimilarTo(await calls.put({ url, events }), id)
  expectSimilarTo(await calls.patch({ url }), id)
  expectSimilarTo(await calls.put({ url, events, allow_similar: false }), id)
  expect((await calls.list()).filter((found) => found.url.includes(origin))).toHaveLength(1)

  const other = savedIn(await calls.put({ url, events, allow_similar: true }), 201)
  expect(other).not.toHaveProperty('allow_similar')
  // Now that both are there, either is replaced and changed by its address.
  expect(savedIn(await calls.put({ url, events })).id).toBe(other.id)
  expect(savedIn(await calls.patch({ url: `https://${origin}${known}`, description: 'Orders' })).id).toBe(id)
})

test('PATCH can insist as well', async () => {
  const { webhook } = await calls.subscribe()
  expect(savedIn(await calls.patch({ url: `${webhook.url}/`, allow_similar: true }), 201).events).toEqual([
    '*',
  ])
})

test('the case of scheme and host and a default port are no other address, and a fragment is none', async () => {
  const path = randomUUID()
  const { id } = await calls.subscribe({ url: `http://receiver.example/${path}` })
  const url = `HTTP://RECEIVER.Example:80/${path}`
  expect(savedIn(await calls.put({ url, events })).id).toBe(id)
  expect(savedIn(await calls.patch({ url })).id).toBe(id)
  const fragment = `http://receiver.example/${path}#top`
  expect(refusedIn(await calls.put({ url: fragment, events, allow_similar: true }))).toBe(
    '/body/url fragment',
  )
})

test.each([
  ['path', (url: string) => `${url}/test`],
  ['case of the path', (url: string) => url.replace('/hooks', '/Hooks')],
  ['port', (url: string) => url.replace('.example', '.example:8443')],
  ['host', (url: string) => url.replace('//', '//www.')],
  ['scheme', (url: string) => url.replace('https:', 'http:')],
])('another %s is another address', async (_, change) => {
  const { webhook } = await calls.subscribe({ url: `https://${randomUUID()}.example/hooks` })
  savedIn(await calls.put({ url: change(webhook.url), events }), 201)
})

test('a subscription that is moved by its id gets no similar address either, but may get one to its own', async () => {
  const one = await calls.subscribe()
  const other = await calls.subscribe()
  const url = `${one.webhook.url}/`
  expectSimilarTo(await calls.patch({ id: other.id, url }), one.id)
  expectSimilarTo(await calls.put({ id: other.id, url, events }), one.id)
  expect((await calls.read(other.id))?.url).toBe(other.webhook.url)
  expect(savedIn(await calls.patch({ id: other.id, url, allow_similar: true })).url).toBe(url)

  const own = `${other.webhook.url}?shop=1`
  const alone = await calls.subscribe({ url: other.webhook.url })
  expect(savedIn(await calls.patch({ id: alone.id, url: own })).url).toBe(own)
})

test('subscriptions that were deleted or are another workspace’s do not count', async () => {
  const { id, webhook } = await calls.subscribe()
  const url = `${webhook.url}/`
  const stranger = webhookCalls(service.url, await (await addTenant(service)).key())
  savedIn(await stranger.put({ url, events }), 201)
  await calls.remove(id)
  savedIn(await calls.put({ url, events }), 201)
})

test('a key for one environment neither sees nor meets the subscriptions of the other and of both', async () => {
  const restricted = webhookCalls(service.url, await tenant.key({ restrictions: { environment: 'test' } }))
  for (const environment of ['live', null] as const) {
    const { id, webhook } = await calls.subscribe({ environment })
    const reply = await restricted.put({ url: `${webhook.url}/`, events })
    savedIn(reply, 201)
    expect(reply.text).not.toContain(id)
  }
  const { id, webhook } = await calls.subscribe({ environment: 'test' })
  expectSimilarTo(await restricted.put({ url: `${webhook.url}/`, events }), id)
})

test('a request that is repeated under its key gets its first reply, whatever is similar by now', async () => {
  const url = anyEndpoint()
  const put = (idempotencyKey: string, body: object) =>
    call(service.url, 'PUT', '/v1/webhooks/status', {
      key,
      body,
      headers: { 'Idempotency-Key': idempotencyKey },
    })
  const [first, second] = [randomUUID(), randomUUID()]
  const created = await put(first, { url, events })
  const { id } = savedIn(created, 201)
  expectSimilarTo(await put(second, { url: `${url}/`, events }), id)
  // A refusal releases its key.
  const insisted = await put(second, { url: `${url}/`, events, allow_similar: true })
  savedIn(insisted, 201)
  expect(savedIn(await put(first, { url, events }), 201)).toEqual(created.body.webhook)
  expect((await put(second, { url: `${url}/`, events, allow_similar: true })).body).toEqual(insisted.body)
})

test('of two similar addresses at the same time one gets a subscription', async () => {
  const url = anyEndpoint()
  const replies = await Promise.all(
    ['', '/', '?a', '?b', '/?a'].map((end) => calls.put({ url: `${url}${end}`, events })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
})
