import { isPromise } from 'node:util/types'
import { inspect } from 'node:util'
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import {
  APIConnectionError,
  NotFoundError,
  ValidationError,
  type AcceptedMessage,
  type APIPromise,
  type BatchRequest,
  type Message,
  type PagePromise,
  type Postseal,
  type PostsealError,
} from '../../../sdk-ts/src/index.js'
import {
  clientOf,
  disconnect,
  json,
  letter,
  listOf,
  refusal,
  respond,
  serve,
  skipWaits,
  type Turn,
} from '../support.js'

const accepted = json({ id: 'msg_1' }, 202, { 'Request-Id': 'req_7' })
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

async function failureOf(call: Promise<unknown>): Promise<PostsealError> {
  return await call.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error as PostsealError,
  )
}

describe('a call is a promise', () => {
  test('to whoever asks, with plain promises behind it', async () => {
    const { client } = clientOf([accepted])
    const call = client.messages.send(letter)
    expect(call).toBeInstanceOf(Promise)
    expect(isPromise(call)).toBe(true)
    const after = call.then(({ id }) => id)
    expect(Object.getPrototypeOf(after)).toBe(Promise.prototype)
    expect(await after).toBe('msg_1')
  })

  test('that works with all, race, finally and more than one await', async () => {
    const { client, seen } = clientOf([accepted])
    const call = client.messages.send(letter)
    let ended = false
    const calls = [call, Promise.race([call]), call.finally(() => (ended = true))]
    const results = [...(await Promise.all(calls)), await call]
    expect(ended).toBe(true)
    expect(new Set(results).size).toBe(1)
    expect(seen).toHaveLength(1)
  })

  test('that is made at once, awaited or not', () => {
    const { client } = clientOf([accepted])
    expect(client.messages.send(letter).idempotencyKey).toMatch(uuid)
  })

  test('whose failure is not lost where nobody awaits it', async () => {
    const listeners = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    onTestFinished(() => {
      for (const listener of listeners) process.on('unhandledRejection', listener)
    })
    const rejected = new Promise((resolve) => process.once('unhandledRejection', resolve))
    void clientOf([refusal(404, 'not_found')]).client.messages.retrieve('msg_1')
    expect(await rejected).toBeInstanceOf(NotFoundError)
  })
})

describe('withResponse', () => {
  test('has the result, the reply and the ids, of one request', async () => {
    const { client, seen } = clientOf([accepted])
    const call = client.messages.send(letter, { idempotencyKey: 'reset-1' })
    const { data, response, requestId, idempotencyKey } = await call.withResponse()
    expect(data).toEqual({ id: 'msg_1' })
    expect(data).toBe(await call)
    expect([response.status, requestId, idempotencyKey]).toEqual([202, 'req_7', 'reset-1'])
    expect(await response.json()).toEqual({ id: 'msg_1' })
    expect(seen).toHaveLength(1)
  })

  test('of a list has the page', async () => {
    const { client, seen } = clientOf([json(listOf(['a'], 'c1')), json(listOf(['b']))])
    const { data: page, response } = await client.messages.list().withResponse()
    expect(await response.json()).toEqual(listOf(['a'], 'c1'))
    expect((await page.getNextPage()).data).toEqual([{ id: 'b' }])
    expect(seen).toHaveLength(2)
  })

  test('of a deletion has no data', async () => {
    const gone = () => new Response(null, { status: 204, headers: { 'Request-Id': 'req_8' } })
    const result = await clientOf([gone]).client.webhooks.delete('whk_1').withResponse()
    expect(result).toMatchObject({ data: undefined, requestId: 'req_8' })
    expect(result.response.status).toBe(204)
  })

  test('rejects once where the call fails', async () => {
    const { client, seen } = clientOf([refusal(422, 'validation_failed')])
    await expect(client.messages.send(letter).withResponse()).rejects.toBeInstanceOf(ValidationError)
    expect(seen).toHaveLength(1)
  })
})

describe('asResponse', () => {
  test('has the reply as it came, also where it is not what was due', async () => {
    const { client, seen } = clientOf([() => new Response('<html>', { headers: { 'X-Node': 'a' } })])
    const call = client.messages.list()
    const response = await call.asResponse()
    expect([response.headers.get('X-Node'), await response.text()]).toEqual(['a', '<html>'])
    await expect(call).rejects.toBeInstanceOf(APIConnectionError)
    expect(seen).toHaveLength(1)
  })

  test('says where the reply came from', async () => {
    const { client, baseURL } = await serve((_, reply) => respond(reply, 200, listOf([])))
    const { url, redirected } = await client.messages.list({ limit: 5 }).asResponse()
    expect([url, redirected]).toEqual([`${baseURL}/v1/messages?limit=5`, false])
  })

  test('rejects as the call does, and leaves no other rejection behind', async () => {
    const { client } = clientOf([refusal(404, 'not_found')])
    await expect(client.messages.retrieve('msg_1').asResponse()).rejects.toBeInstanceOf(NotFoundError)
    await expect(client.messages.list().asResponse()).rejects.toBeInstanceOf(NotFoundError)
  })
})

describe('the ids of a call on its result', () => {
  test('are there, and nowhere else', async () => {
    const result = await clientOf([accepted]).client.messages.send(letter, { idempotencyKey: 'reset-1' })
    expect([result._request_id, result._idempotency_key]).toEqual(['req_7', 'reset-1'])
    expect(JSON.stringify(result)).toBe('{"id":"msg_1"}')
    expect({ ...result }).not.toHaveProperty('_request_id')
    expect(Object.keys(result)).toEqual(['id'])
    expect(result).toStrictEqual({ id: 'msg_1' })
  })

  test('are on a page too, and a read has no key', async () => {
    const turn = json(listOf(['a'], 'c1'), 200, { 'Request-Id': 'req_9' })
    const page = await clientOf([turn]).client.messages.list()
    expect([page._request_id, page._idempotency_key]).toEqual(['req_9', undefined])
    expect((await page.getNextPage())._request_id).toBe('req_9')
  })

  test('are missing where the reply has none, or is no object', async () => {
    expect((await clientOf([json({ id: 'a' })]).client.messages.retrieve('a'))._request_id).toBeUndefined()
    expect(await clientOf([json(null)]).client.messages.retrieve('a')).toBeNull()
  })
})

describe('the idempotency key', () => {
  test('is known before the call ends, and is the one that is sent', async () => {
    skipWaits()
    const { client, seen } = clientOf([disconnect, accepted])
    const call = client.messages.send(letter)
    const key = call.idempotencyKey
    expect(key).toMatch(uuid)
    expect((await call)._idempotency_key).toBe(key)
    expect(seen.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([key, key])
  })

  test('is that of the headers where they have one', async () => {
    const { client, seen } = clientOf([accepted])
    const options = { idempotencyKey: 'option', headers: { 'idempotency-KEY': 'header' } }
    const call = client.messages.send(letter, options)
    await call
    expect([call.idempotencyKey, seen[0]?.headers.get('Idempotency-Key')]).toEqual(['header', 'header'])
  })

  test.each([null, ''])('is none where the headers say %j', async (value) => {
    const { client, seen } = clientOf([accepted])
    const call = client.messages.send(letter, { headers: { 'Idempotency-Key': value } })
    await call
    expect([call.idempotencyKey, seen[0]?.headers.get('Idempotency-Key')]).toEqual([undefined, value])
  })

  const aborted = AbortSignal.abort()
  test.each<[string, Turn, object]>([
    ['APIError', refusal(418, 'new'), {}],
    ['IdempotencyConflictError', refusal(409, 'idempotency_conflict'), {}],
    ['InternalServerError', refusal(503, 'unavailable'), {}],
    ['APIConnectionError', disconnect, {}],
    ['APIConnectionError', () => new Response('not JSON'), {}],
    ['APITimeoutError', () => new Promise<Response>(() => undefined), { timeout: 1 }],
    ['APIUserAbortError', accepted, { signal: aborted }],
    ['PostsealError', accepted, { timeout: 0 }],
  ])('is on an %s', async (name, turn, options) => {
    const { client } = clientOf([turn], { maxRetries: 0 })
    const call = client.messages.send(letter, options)
    expect(await failureOf(call)).toMatchObject({ name, idempotencyKey: call.idempotencyKey })
    expect(call.idempotencyKey).toMatch(uuid)
  })

  test('is not on the error of a read', async () => {
    const error = await failureOf(clientOf([refusal(404, 'not_found')]).client.messages.retrieve('msg_1'))
    expect(error).not.toHaveProperty('idempotencyKey')
    expect(inspect(error)).not.toContain('idempotencyKey')
  })

  test('of each item of a batch is on the error, to send the same batch again by', async () => {
    const { client, seen } = clientOf([disconnect], { maxRetries: 0 })
    const batch = { items: [{ idempotency_key: 'receipt-1', message: letter }, { message: letter }] }
    const call = client.messages.sendBatch(batch)
    const { idempotencyKeys, idempotencyKey } = await failureOf(call)
    expect(idempotencyKeys).toEqual((seen[0]?.body as BatchRequest).items.map((item) => item.idempotency_key))
    expect(idempotencyKeys).toEqual(['receipt-1', expect.stringMatching(uuid)])
    expect(idempotencyKey).toMatch(uuid)
    expect(call.idempotencyKey).toBe(idempotencyKey)
  })
})

test('the types of replies take values that are newer than this package, those of requests do not', () => {
  type Status = Message['status']
  expectTypeOf<'teleported'>().toExtend<Status>()
  expectTypeOf<string>().toExtend<Status>()
  expectTypeOf<number>().not.toExtend<Status>()
  expectTypeOf<NonNullable<Message['project_id']>>().toEqualTypeOf<string>()

  type Method<
    Resource extends keyof Postseal,
    Name extends keyof Postseal[Resource],
  > = Postseal[Resource][Name]
  type Filter = NonNullable<Parameters<Method<'messageLogs', 'list'>>[0]>
  expectTypeOf<'deliverd'>().not.toExtend<Filter['status']>()
  expectTypeOf<Method<'messages', 'retrieve'>>().returns.toEqualTypeOf<APIPromise<Message>>()
  expectTypeOf<Method<'messages', 'send'>>().returns.resolves.toExtend<AcceptedMessage>()
  expectTypeOf<Method<'messages', 'list'>>().returns.toExtend<PagePromise<Message>>()
  expectTypeOf<Method<'webhooks', 'delete'>>().returns.resolves.toBeVoid()
})
