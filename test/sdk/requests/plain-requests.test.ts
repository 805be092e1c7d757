import { connect } from 'node:net'
import { Agent } from 'undici'
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import {
  APIConnectionError,
  APITimeoutError,
  NotFoundError,
  Postseal,
  PostsealError,
  ValidationError,
} from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, refusal, respond, serve, skipWaits } from '../support.js'

/** Calls of paths that have no method, and what is passed on to fetch. */

describe('a path without a method', () => {
  test('is read with its filters, under the key and the headers of the client', async () => {
    const { client, seen } = await serve((_, reply) => respond(reply, 200, { data: [{ id: 'thg_1' }] }), {
      defaultHeaders: { 'X-App': 'shop' },
    })
    const since = new Date('2026-01-14T09:30:00Z')
    const query = { limit: 2, since, all: true, cursor: undefined, name: 'a&b' }
    const things = await client.get<{ data: { id: string }[] }>('/v1/things', { query })
    expectTypeOf(things.data).toEqualTypeOf<{ id: string }[]>()
    expect(things.data).toEqual([{ id: 'thg_1' }])
    const [{ method, url, headers } = expect.fail()] = seen
    expect([method, url]).toEqual([
      'GET',
      '/v1/things?limit=2&since=2026-01-14T09%3A30%3A00.000Z&all=true&name=a%26b',
    ])
    expect(headers.get('Authorization')).toBe('Bearer pk_test_1')
    expect(headers.get('X-App')).toBe('shop')
    expect(headers.get('User-Agent')).toMatch(/^postseal-typescript\//)
    expect(headers.has('Idempotency-Key')).toBe(false)
  })

  test.each(['post', 'put', 'patch', 'delete'] as const)(
    'is changed by %s under one key for all attempts',
    async (name) => {
      let attempts = 0
      const { client, seen } = await serve((_, reply) => {
        attempts++
        if (attempts < 3) respond(reply, 503, { error: { code: 'unavailable', message: 'No.' } })
        else respond(reply, 200, { id: 'thg_1' })
      })
      skipWaits()
      const call = client[name]<{ id: string }>('/v1/things/thg_1', { body: { a: [1, null] } })
      const { data, idempotencyKey } = await call.withResponse()
      expect(data).toEqual({ id: 'thg_1' })
      expect(seen.map(({ method, body }) => [method, body])).toEqual(
        Array(3).fill([name.toUpperCase(), { a: [1, null] }]),
      )
      const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'))
      expect(new Set(keys)).toEqual(new Set([idempotencyKey]))
      expect(idempotencyKey).toMatch(/./)
    },
  )

  test('takes the key of its caller, and resolves without a body', async () => {
    const { client, seen } = clientOf([() => new Response(null, { status: 204 })])
    expect(await client.delete('/v1/things/thg_1', { idempotencyKey: 'end-1' })).toBeUndefined()
    expect(seen[0]?.headers.get('Idempotency-Key')).toBe('end-1')
    expect(seen[0]?.headers.has('Content-Type')).toBe(false)
  })

  test('sends text, bytes and Blobs as they are, and returns text that was asked for', async () => {
    const { client, seen } = await serve((_, reply) => reply.writeHead(200).end('a,b\n'))
    const headers = { 'Content-Type': 'text/csv', Accept: 'text/csv' }
    for (const body of ['x,y', new TextEncoder().encode('x,y'), new Blob(['x,y'])]) {
      expect(await client.post('/v1/things/import', { body, headers })).toBe('a,b\n')
    }
    for (const request of seen) {
      expect([request.headers.get('Content-Type'), request.body]).toEqual(['text/csv', 'x,y'])
    }
  })

  test('fails as the other methods do, with the key of the call', async () => {
    skipWaits()
    const failed = async (...turns: Parameters<typeof clientOf>[0]) =>
      await clientOf(turns)
        .client.post('/v1/things', { body: {}, idempotencyKey: 'a' })
        .then(
          () => expect.fail('It did not fail.'),
          (error: unknown) => error as PostsealError,
        )
    const refused = await failed(refusal(422, 'validation_failed'))
    expect(refused).toBeInstanceOf(ValidationError)
    expect(refused.idempotencyKey).toBe('a')
    expect(await failed(refusal(404, 'not_found'))).toBeInstanceOf(NotFoundError)
    expect(await failed(disconnect)).toBeInstanceOf(APIConnectionError)
    expect(await failed(() => new Response('<html>'))).toBeInstanceOf(APIConnectionError)
    const late = clientOf([() => new Promise<never>(() => {})], { timeout: 5, maxRetries: 0 })
    await expect(late.client.get('/v1/things')).rejects.toBeInstanceOf(APITimeoutError)
  })

  test.each(['v1/things', 'https://other.example/', '/v1/things/..', '/v1/%2E./things', '', 7, undefined])(
    'cannot be %j',
    async (path) => {
      const { client, seen } = clientOf([json({})])
      await expect(client.get(path as string)).rejects.toThrow(/path must be like \/v1\/messages/)
      expect(seen).toHaveLength(0)
    },
  )

  test('names a filter or a body that cannot be sent', async () => {
    const { client, seen } = clientOf([json({})])
    const query = { to: ['a'] as unknown as string }
    await expect(client.get('/v1/things', { query })).rejects.toThrow(/options\.query\.to must be a text/)
    await expect(client.post('/v1/things', { body: () => 1 })).rejects.toThrow(/body must be an object/)
    await expect(client.post('/v1/things', { body: 1n })).rejects.toBeInstanceOf(PostsealError)
    await expect(client.get('/v1/things', null as never)).rejects.toThrow(/options must be an object/)
    expect(seen).toHaveLength(0)
  })
})

describe('fetchOptions', () => {
  test('reach fetch, those of a call before those of the client', async () => {
    const given: unknown[] = []
    const client = new Postseal({
      apiKey: 'pk_test_1',
      fetchOptions: { dispatcher: 'of the client', keepalive: true },
      fetch: async (_, init) => {
        given.push(init)
        return new Response('{}')
      },
    })
    await client.sending.retrieveStatus()
    await client.withOptions({}).sending.retrieveStatus({ fetchOptions: { dispatcher: 'of the call' } })
    await client.get('/v1/sending-status')
    expect(given).toMatchObject([
      { dispatcher: 'of the client', keepalive: true, method: 'GET' },
      { dispatcher: 'of the call', keepalive: true, method: 'GET' },
      { dispatcher: 'of the client', redirect: 'manual', method: 'GET' },
    ])
  })

  test('take an agent of undici, through which the requests go', async () => {
    const { baseURL, seen } = await serve((_, reply) => respond(reply, 200, { id: 'thg_1' }))
    const { port } = new URL(baseURL)
    const hosts: string[] = []
    const dispatcher = new Agent({
      connect: (_, done) => {
        hosts.push('asked')
        const socket = connect(Number(port), '127.0.0.1', () => done(null, socket))
      },
    })
    onTestFinished(() => dispatcher.destroy())
    const client = new Postseal({
      apiKey: 'pk_test_1',
      baseURL: 'http://mail.example',
      fetchOptions: { dispatcher },
    })
    expect(await client.get('/v1/things/thg_1')).toEqual({ id: 'thg_1' })
    expect(hosts).toEqual(['asked'])
    expect(seen[0]?.headers.get('Host')).toBe('mail.example')
  })

  test.each(['method', 'headers', 'body', 'signal', 'redirect'])('cannot set %s', async (name) => {
    const fetchOptions = { [name]: 'x' }
    expect(() => new Postseal({ apiKey: 'pk_test_1', fetchOptions })).toThrow(`cannot have ${name}`)
    const { client } = clientOf([json({})])
    await expect(client.get('/v1/things', { fetchOptions })).rejects.toThrow(`cannot have ${name}`)
  })
})
