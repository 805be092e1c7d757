import { expect, test } from 'vitest'
import {
  NotFoundError,
  PostsealError,
  type ListWebhookDeliveriesRequest,
  type UpsertWebhookRequest,
} from '../../../sdk-ts/src/index.js'
import { clientOf, json, listOf, refusal, respond, serve, skipWaits } from '../support.js'

test('a subscription is saved as it was given, and its secret returned as it came', async () => {
  const saved = { webhook: { id: 'whk_1', since_version_2: [1, null] }, secret: 'whsec_x' }
  const { client, seen } = await serve((_, reply) => respond(reply, 201, saved))
  const body: UpsertWebhookRequest = {
    url: 'https://shop.example/hooks?a=b&c=%20',
    events: ['message.delivered', 'message.bounced'],
    project_id: null,
    environment: 'live',
    description: 'Grüße ✓',
    enabled: false,
  }
  expect(await client.webhooks.upsert(body, { idempotencyKey: 'deploy-7' })).toEqual(saved)
  expect(await client.webhooks.update({ id: 'whk_1', description: null })).toEqual(saved)
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['PUT', '/v1/webhooks/status', body],
    ['PATCH', '/v1/webhooks/status', { id: 'whk_1', description: null }],
  ])
  expect(seen[0]?.headers.get('Idempotency-Key')).toBe('deploy-7')
})

test('a subscription is deleted, and a reply without a body is nothing', async () => {
  const { client, seen } = await serve((_, reply) => reply.writeHead(204).end())
  expect(await client.webhooks.delete('whk_1')).toBeUndefined()
  expect(seen[0]).toMatchObject({ method: 'DELETE', url: '/v1/webhooks/status/whk_1', body: undefined })
  expect(seen[0]?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{36}$/)
})

test('deleting is tried again under the same key', async () => {
  skipWaits()
  const gone = () => new Response(null, { status: 204 })
  const { client, seen } = clientOf([refusal(503, 'unavailable'), gone])
  expect(await client.webhooks.delete('whk_1')).toBeUndefined()
  const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual([keys[0], keys[0]])
})

test('deleting what is not there is told', async () => {
  const { client } = clientOf([refusal(404, 'not_found')])
  await expect(client.webhooks.delete('whk_1')).rejects.toThrow(NotFoundError)
})

test('a rotation says how long the old secret signs, or leaves it to the service', async () => {
  const { client, seen } = await serve((_, reply) => respond(reply, 200, { webhook: {}, secret: 'whsec_2' }))
  await client.webhooks.rotateSecret('whk_1', { overlap_seconds: 0 }, { idempotencyKey: 'leak-3' })
  await client.webhooks.rotateSecret('whk_1')
  await client.webhooks.revokePreviousSecrets('whk_1')
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/v1/webhooks/status/whk_1/rotate-secret', { overlap_seconds: 0 }],
    ['POST', '/v1/webhooks/status/whk_1/rotate-secret', {}],
    ['DELETE', '/v1/webhooks/status/whk_1/previous-secrets', undefined],
  ])
  expect(seen[0]?.headers.get('Idempotency-Key')).toBe('leak-3')
})

test('the filters of the history arrive on every page', async () => {
  const turns = [json(listOf(['whd_1'], 'c1')), json(listOf(['whd_2']))]
  const { client, seen } = clientOf(turns)
  const filters: ListWebhookDeliveriesRequest = {
    webhook_id: 'whk_1',
    event_id: 'evt_1',
    event_type: 'message.bounced',
    status: 'dead_letter',
    project_id: 'prj_1',
    since: '2026-01-01T00:00:00+02:00',
    until: '2026-02-01T00:00:00Z',
    limit: 50,
  }
  const ids: string[] = []
  for await (const { id } of client.webhooks.listDeliveries(filters)) ids.push(id)
  expect(ids).toEqual(['whd_1', 'whd_2'])
  const asked = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  expect(seen.map(({ url }) => Object.fromEntries(new URL(url).searchParams))).toEqual([
    asked,
    { ...asked, cursor: 'c1' },
  ])
})

test('a delivery is named by its subscription and itself, in that order', async () => {
  const { client, seen } = await serve((_, reply) => respond(reply, 200, { id: 'whd_1' }))
  await client.webhooks.retrieveDelivery('whk_1', 'whd_1')
  await client.webhooks.replayDelivery('whk_1', 'whd_1', { idempotencyKey: 'again-1' })
  await client.webhooks.test('whk_1')
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /v1/webhooks/status/whk_1/deliveries/whd_1',
    'POST /v1/webhooks/status/whk_1/deliveries/whd_1/replay',
    'POST /v1/webhooks/status/whk_1/test',
  ])
  expect(seen[1]?.headers.get('Idempotency-Key')).toBe('again-1')
})

test('what is no id is refused before it makes another path', async () => {
  const { client, seen } = clientOf([json({})])
  // With nothing in its place the path would be that of another operation.
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    await expect(client.webhooks.delete(id)).rejects.toBeInstanceOf(PostsealError)
    await expect(client.webhooks.rotateSecret(id)).rejects.toBeInstanceOf(PostsealError)
    await expect(client.webhooks.replayDelivery('whk_1', id)).rejects.toBeInstanceOf(PostsealError)
    await expect(client.webhooks.retrieveDelivery(id, 'whd_1')).rejects.toBeInstanceOf(PostsealError)
  }
  expect(seen).toHaveLength(0)
})
