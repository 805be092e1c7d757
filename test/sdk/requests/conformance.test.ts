/**
 * Tests the duties of a client of this service, in any language: read the names of the tests. Each is held against a
 * real server, but for the table of replies, which are many. The other files of this folder go into the details.
 */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ServerResponse } from 'node:http'
import { APIError, type Fetch } from '../../../sdk-ts/src/index.js'
import { replyTable } from '../../vectors/reply-table.js'
import { clientOf, json, letter, refusal, respond, serve, skipWaits, type Seen } from '../support.js'

const accepted = { id: 'msg_1', status: 'queued' }
const keysOf = (seen: Seen[]) => seen.map(({ headers }) => headers.get('Idempotency-Key'))

/** Answers a first request by `first` and those after it by 202. */
async function serveSecond(first: (reply: ServerResponse) => void) {
  const server = await serve((_, reply) => {
    if (server.seen.length === 1) first(reply)
    else respond(reply, 202, accepted)
  })
  return server
}

describe('the table of replies: which status is tried again, and after how many seconds', () => {
  const { now, again, never, headers } = replyTable

  /** Sends once for each of the headers, against a reply with this status and code, and returns each outcome. */
  async function outcomesOf(status: number, code: string) {
    const waits = skipWaits()
    vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.useRealTimers())
    const outcomes: unknown[] = []
    for (const { name, retry_after: header } of headers) {
      const turn = refusal(status, code, header === null ? {} : { 'Retry-After': header })
      const { client } = clientOf([turn], { maxRetries: 1 })
      const error: unknown = await client.messages.send(letter).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(APIError)
      outcomes.push([name, waits.splice(0).map((ms) => ms / 1000), (error as APIError).retryAfter])
    }
    return outcomes
  }

  test.each(again)(
    '$status ($code) is, exactly as Retry-After says up to 60 s, else after 0.5 s',
    async ({ status, code }) => {
      const expected = headers.map(({ name, wait, told }) => [
        name,
        wait === null ? [] : [wait],
        told ?? undefined,
      ])
      expect(await outcomesOf(status, code)).toEqual(expected)
    },
  )

  test.each(never)('$status ($code) is not, whatever Retry-After says', async ({ status, code }) => {
    const expected = headers.map(({ name, told }) => [name, [], told ?? undefined])
    expect(await outcomesOf(status, code)).toEqual(expected)
  })
})

describe('a change that may have happened', () => {
  const cut: [string, (reply: ServerResponse) => void][] = [
    ['before the reply', (reply) => reply.destroy()],
    ['after the head', (reply) => void reply.writeHead(202).write('{', () => reply.destroy())],
    [
      'short of its length',
      (reply) => void reply.writeHead(202, { 'Content-Length': 99 }).write('{}', () => reply.destroy()),
    ],
    ['in mid-body', (reply) => void reply.writeHead(202).write('{"id":"msg', () => reply.destroy())],
  ]
  test.each(cut)('is made again under its key where the connection is cut %s', async (_, first) => {
    skipWaits()
    const { client, seen } = await serveSecond(first)
    expect(await client.messages.send(letter)).toEqual(accepted)
    expect(keysOf(seen)).toEqual([keysOf(seen)[0], keysOf(seen)[0]])
    expect(seen.map(({ body }) => body)).toEqual([letter, letter])
  })

  test('is made again under its key where no reply comes in time', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { client, seen } = clientOf([() => new Promise<Response>(() => undefined), json(accepted, 202)])
    const call = client.messages.send(letter, { timeout: 150, idempotencyKey: 'reset-1' })
    await vi.advanceTimersByTimeAsync(149)
    expect(seen).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(501)
    expect(await call).toEqual(accepted)
    expect(keysOf(seen)).toEqual(['reset-1', 'reset-1'])
  })

  test('is made again under its key while the service says that the first one is still running', async () => {
    skipWaits()
    const { client, seen } = await serveSecond((reply) =>
      respond(reply, 409, { error: { code: 'idempotency_in_progress' } }),
    )
    expect(await client.messages.send(letter)).toEqual(accepted)
    expect(keysOf(seen)).toEqual([keysOf(seen)[0], keysOf(seen)[0]])
  })

  test('is not made again under another meaning: a conflict of the key is told at once', async () => {
    const { client, seen } = await serveSecond((reply) =>
      respond(reply, 409, { error: { code: 'idempotency_conflict' } }),
    )
    const call = client.messages.send(letter, { idempotencyKey: 'reset-1' })
    await expect(call).rejects.toMatchObject({
      name: 'IdempotencyConflictError',
      idempotencyKey: 'reset-1',
    })
    expect(seen).toHaveLength(1)
  })
})

describe('zero is a value', () => {
  test('maxRetries: 0 is one attempt, of a call and of a client', async () => {
    const { client, seen } = await serve((_, reply) => respond(reply, 503, {}))
    await expect(client.messages.list({}, { maxRetries: 0 })).rejects.toThrow()
    await expect(client.withOptions({ maxRetries: 0 }).messages.list()).rejects.toThrow()
    expect(seen).toHaveLength(2)
  })

  test('timeout: 0 is refused, not taken for none and not for the default', async () => {
    const { client, seen } = await serve((_, reply) => respond(reply, 200, {}))
    await expect(client.messages.list({}, { timeout: 0 })).rejects.toThrow(/timeout/)
    expect(() => client.withOptions({ timeout: 0 })).toThrow(/timeout/)
    expect(seen).toHaveLength(0)
  })

  test('limit: 0 and overlap_seconds: 0 reach the service', async () => {
    const { client, seen } = await serve((_, reply) => respond(reply, 200, { data: [] }))
    await client.messages.list({ limit: 0 })
    await client.webhooks.rotateSecret('whk_1', { overlap_seconds: 0 })
    expect([seen[0]?.url, seen[1]?.body]).toEqual(['/v1/messages?limit=0', { overlap_seconds: 0 }])
  })
})

describe('an abort ends a call', () => {
  test('before it is sent', async () => {
    const { client, seen } = await serve((_, reply) => respond(reply, 200, {}))
    const call = client.messages.list({}, { signal: AbortSignal.abort('left') })
    await expect(call).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'left' })
    expect(seen).toHaveLength(0)
  })

  test('while the reply is waited for, and closes the connection', async () => {
    const controller = new AbortController()
    let tell = () => {}
    const closed = new Promise<void>((resolve) => (tell = resolve))
    const { client } = await serve((_, reply) => {
      reply.on('close', tell)
      controller.abort('left')
    })
    const call = client.messages.list({}, { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'left' })
    await closed
  })

  test('while the body is read', async () => {
    const controller = new AbortController()
    const fetchHead: Fetch = async (url, init) => {
      const reply = await fetch(url, init)
      queueMicrotask(() => controller.abort('left'))
      return reply
    }
    const { client, seen } = await serve((_, reply) => void reply.writeHead(200).write('{"data":['), {
      fetch: fetchHead,
    })
    const call = client.messages.list({}, { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'left' })
    expect(seen).toHaveLength(1)
  })

  test('between two attempts', async () => {
    const controller = new AbortController()
    const { client, seen } = await serve((_, reply) => {
      reply.writeHead(503, { 'Retry-After': '30' }).end()
    })
    const info = () => queueMicrotask(() => controller.abort('left'))
    const waiting = client.withOptions({ logger: { ...console, info }, logLevel: 'info' })
    const call = waiting.messages.send(letter, { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'left' })
    expect(seen).toHaveLength(1)
  })

  test('between two rows of a list', async () => {
    const controller = new AbortController()
    const { client, seen } = await serve((_, reply) =>
      respond(reply, 200, { data: [{ id: 'a' }, { id: 'b' }], has_more: true, next_cursor: 'c' }),
    )
    const ids: string[] = []
    const iterate = async () => {
      for await (const { id } of client.messages.list({}, { signal: controller.signal })) {
        ids.push(id)
        controller.abort('left')
      }
    }
    await expect(iterate()).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'left' })
    expect([ids, seen.length]).toEqual([['a'], 1])
  })

  test('between two pages of a list', async () => {
    const controller = new AbortController()
    const { client, seen } = await serve((_, reply) =>
      respond(reply, 200, { data: [], has_more: true, next_cursor: 'c' }),
    )
    const iterate = async () => {
      const first = await client.messages.list({}, { signal: controller.signal })
      for await (const _ of first.pages()) controller.abort('left')
    }
    await expect(iterate()).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'left' })
    expect(seen).toHaveLength(1)
  })
})

describe('a time limit ends an attempt', () => {
  test('also where a body begins and does not end', async () => {
    const { client } = await serve((_, reply) => void reply.writeHead(200).write('{'), { maxRetries: 0 })
    const call = client.messages.list({}, { timeout: 50 })
    await expect(call).rejects.toMatchObject({ name: 'APITimeoutError' })
  })

  test('also where the fetch that was given does not heed its signal', async () => {
    const { client, seen } = clientOf([() => new Promise<Response>(() => undefined)], { maxRetries: 0 })
    const call = client.messages.list({}, { timeout: 1 })
    await expect(call).rejects.toMatchObject({ name: 'APITimeoutError' })
    expect(seen).toHaveLength(1)
  })
})

describe('what the service adds later', () => {
  test('passes through: fields, values and types of events', async () => {
    const event = { id: 'evt_1', type: 'message.teleported', data: { to: 'Mars' }, added: { a: [1, null] } }
    const body = { data: [event], has_more: false, next_cursor: null, total_estimate: 12 }
    const { client } = await serve((_, reply) => respond(reply, 200, body))
    expect((await client.events.list()).body).toEqual(body)
  })

  test('passes through in refusals: codes and fields', async () => {
    const body = { error: { code: 'code_of_version_2', message: 'No.', details: [], hint: 'Pay.' }, extra: 1 }
    const { client } = await serve((_, reply) => respond(reply, 422, body))
    await expect(client.messages.send(letter)).rejects.toMatchObject({ code: 'code_of_version_2', body })
  })
})

describe('headers', () => {
  const common = { 'x-a': 'client', 'X-B': 'client', 'User-Agent': 'shop/1', 'X-C': 'client' }

  test('of a call win over those of the client, and both over its own', async () => {
    const { client, seen } = await serve((_, reply) => respond(reply, 202, accepted), {
      defaultHeaders: common,
    })
    await client.messages.send(letter, { headers: { 'X-A': 'call', 'user-agent': 'shop/2' } })
    const { headers } = seen[0] as Seen
    expect(['x-a', 'x-b', 'user-agent'].map((name) => headers.get(name))).toEqual([
      'call',
      'client',
      'shop/2',
    ])
    expect(headers.get('Authorization')).toBe('Bearer pk_test_1')
  })

  test('that are null are left out, and undefined says nothing', async () => {
    const options = { defaultHeaders: { ...common, Authorization: null, 'X-D': undefined } }
    const { client, seen } = await serve((_, reply) => respond(reply, 202, accepted), options)
    await client.messages.send(letter, { headers: { 'X-C': null, 'x-b': undefined } })
    await client.messages.send(letter, { headers: { authorization: 'Bearer other' } })
    const [first, second] = seen.map(({ headers }) => headers)
    expect([first?.has('Authorization'), first?.has('X-C'), first?.has('X-D')]).toEqual([false, false, false])
    expect([first?.get('X-B'), second?.get('Authorization')]).toEqual(['client', 'Bearer other'])
  })

  test('are the same for every attempt', async () => {
    skipWaits()
    const { client, seen } = await serveSecond((reply) => respond(reply, 503, {}))
    await client.messages.send(letter, { headers: { 'X-Trace': 'abc' } })
    const [first, second] = seen.map(({ headers }) => Object.fromEntries(headers))
    expect(second).toEqual({ ...first, 'x-postseal-retry-count': '1' })
    expect(first?.['x-postseal-retry-count']).toBe('0')
  })
})

test.each(['a/b', '../api-keys', 'a?b', 'a#b', '%2e%2e', 'a\\b', 'ä', ' '])(
  'the id %j stays one segment of its path',
  async (id) => {
    const { client, seen } = await serve((_, reply) => respond(reply, 200, {}))
    await client.messages.retrieve(id)
    const segments = String(seen[0]?.url).split('/')
    expect([segments.length, decodeURIComponent(String(segments[3]))]).toEqual([4, id])
  },
)
