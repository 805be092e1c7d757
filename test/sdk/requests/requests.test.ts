import { describe, expect, test } from 'vitest'
import {
  PostsealError,
  type CreateApiKeyRequest,
  type ListMessageLogsRequest,
} from '../../../sdk-ts/src/index.js'
import { clientOf, json, letter, listOf, respond, serve } from '../support.js'

test('a message is sent as it was given and its reply returned as it came', async () => {
  const accepted = { id: 'msg_1', status: 'teleported', recipients: [], since_version_2: { deep: [1, null] } }
  const { client, seen } = await serve((_, reply) => respond(reply, 202, accepted))
  const body = { ...letter, subject: 'Grüße ✓', field_of_version_2: { a: null } }
  expect(await client.messages.send(body, { idempotencyKey: 'reset-1' })).toEqual(accepted)
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/v1/messages', body })
  expect(seen[0]?.headers.get('Idempotency-Key')).toBe('reset-1')
  expect(seen[0]?.headers.get('Accept')).toBe('application/json')
})

test('a time keeps its offset in the query', async () => {
  const { client, seen } = await serve((_, reply) => respond(reply, 200, { data: [], has_more: false }))
  await client.messages.list({ since: '2026-01-01T00:00:00+02:00', limit: 10 })
  const query = new URL(String(seen[0]?.url), 'http://host').searchParams
  expect(Object.fromEntries(query)).toEqual({ since: '2026-01-01T00:00:00+02:00', limit: '10' })
})

test('the filters of a search arrive as they were given', async () => {
  const { client, seen } = await serve((_, reply) => respond(reply, 200, { data: [], has_more: false }))
  const filters: ListMessageLogsRequest = {
    recipient: 'ada+shop&co@bücher.example',
    status: 'deferred',
    subject: 'Grüße + 100 % für „Ada“ 🎉',
    category: 'a/b?c#d',
    metadata_key: 'order_id',
    metadata_value: 'A=1042 & more',
  }
  await client.messageLogs.list(filters)
  await client.events.list({ type: 'message.cancelled' })
  const [logs, events] = seen.map(({ url }) => new URL(url, 'http://host').searchParams)
  expect(Object.fromEntries(logs ?? [])).toEqual(filters)
  expect(Object.fromEntries(events ?? [])).toEqual({ type: 'message.cancelled' })
})

test('every page of a search is asked for with its filters', async () => {
  const turns = [json(listOf(['log_1'], 'c1')), json(listOf([], 'c2')), json(listOf(['log_2']))]
  const { client, seen } = clientOf(turns)
  const filters: ListMessageLogsRequest = { recipient: 'ada+1@example.com', subject: 'été' }
  const ids: string[] = []
  for await (const { id } of client.messageLogs.list(filters)) ids.push(id)
  // The page between is empty: a search looks through a bounded number of rows at a time.
  expect(ids).toEqual(['log_1', 'log_2'])
  expect(seen.map(({ url }) => Object.fromEntries(new URL(url).searchParams))).toEqual([
    filters,
    { ...filters, cursor: 'c1' },
    { ...filters, cursor: 'c2' },
  ])
})

test('a scheduled message is cancelled by its id, under a key', async () => {
  const cancelled = { id: 'msg_1', status: 'cancelled', scheduled_at: '2026-01-15T08:00:00.000Z' }
  const { client, seen } = await serve((_, reply) => respond(reply, 200, cancelled))
  expect(await client.messages.cancel('msg_1', { idempotencyKey: 'cancel-1042' })).toEqual(cancelled)
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/v1/messages/msg_1/cancel', body: undefined })
  expect(seen[0]?.headers.get('Idempotency-Key')).toBe('cancel-1042')
})

test('the sending status comes as it is', async () => {
  const status = { status: 'halted', reason: 'bounce_rate', note: null, window: { bounce_rate: 0.06 } }
  const { client, seen } = await serve((_, reply) => respond(reply, 200, status))
  expect(await client.sending.retrieveStatus()).toEqual(status)
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/v1/sending-status' })
})

test('the scopes of a new key travel as a list', async () => {
  const { client, seen } = await serve((_, reply) => respond(reply, 201, { secret: 'pk_live_x' }))
  const body: CreateApiKeyRequest = {
    kind: 'project',
    name: 'Shop',
    scopes: ['messages:send', 'reports:read'],
    restrictions: { sender_domains: ['shop.example'] },
  }
  await client.apiKeys.create(body)
  expect(seen[0]?.body).toEqual(body)
})

describe('ids in paths', () => {
  test.each(['a/b', 'a?b=c', 'a#b', '../projects', '%2e%2e', 'a b', '{id}', '$&', 'ä'])(
    '%j reaches the service as one segment',
    async (id) => {
      const { client, seen } = await serve((_, reply) => respond(reply, 200, {}))
      await client.messages.retrieveContent(id)
      const [, version, resource, segment, operation, ...rest] = String(seen[0]?.url).split('/')
      expect([version, resource, operation, rest]).toEqual(['v1', 'messages', 'content', []])
      expect(decodeURIComponent(String(segment))).toBe(id)
    },
  )

  test.each(['', '.', '..'])('%j is refused, as no escaping keeps it from being another path', async (id) => {
    const { client, seen } = clientOf([json({})])
    await expect(client.messages.retrieve(id)).rejects.toBeInstanceOf(PostsealError)
    await expect(client.messages.retrieveContent(id)).rejects.toBeInstanceOf(PostsealError)
    await expect(client.messages.cancel(id)).rejects.toBeInstanceOf(PostsealError)
    await expect(client.apiKeys.revoke(id)).rejects.toBeInstanceOf(PostsealError)
    expect(seen).toHaveLength(0)
  })

  test('a missing one is refused before anything is sent', async () => {
    const { client, seen } = clientOf([json({})])
    await expect(client.messages.retrieve(undefined as unknown as string)).rejects.toBeInstanceOf(
      PostsealError,
    )
    expect(seen).toHaveLength(0)
  })
})

test('a redirect is an error: following it could turn a send into a list', async () => {
  const { client, seen } = await serve((_, reply) => reply.writeHead(301, { Location: '/v2/messages' }).end())
  await expect(client.messages.send(letter)).rejects.toMatchObject({
    name: 'APIError',
    status: 301,
    message: expect.stringContaining('/v2/messages') as string,
  })
  expect(seen).toHaveLength(1)
})
