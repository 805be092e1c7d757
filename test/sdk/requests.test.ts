import { describe, expect, test } from 'vitest'
import { PostsealError, type CreateApiKeyRequest } from '../../sdk-ts/src/index.js'
import { clientOf, json, letter, respond, serve } from './support.js'

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
