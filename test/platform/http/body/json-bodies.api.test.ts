import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { messageFor } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

/** Which bytes count as a body, and how many body bytes a process keeps in memory. */

let service: TestService
let key: string
let project: string

beforeAll(async () => {
  service = await startTestService({
    // Room for one body of the max size at a time, and for a few small bodies.
    bodyMemory: { smallBytes: 10_000, maxSmallBytes: 100_000, maxLargeBytes: 15_000_000, maxWaitMs: 300 },
  })
  key = service.credentials.workspace_key
  project = service.credentials.test_project_id
})
afterAll(() => service.stop())

const post = (raw: string | Buffer, headers: Record<string, string> = {}, path = '/v1/messages') =>
  call(service.url, 'POST', path, { key, raw, headers })
const messageWith = (fields: object) => JSON.stringify(messageFor(project, fields))

describe('bytes', () => {
  test('that are not UTF-8 are malformed, in a batch too', async () => {
    const [before = '', after = ''] = messageWith({ subject: 'XX' }).split('XX')
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe]), Buffer.from(after)])
    const batch = Buffer.concat([
      Buffer.from('{"items":[{"idempotency_key":"a","message":'),
      bytes,
      Buffer.from('}]}'),
    ])
    for (const reply of [
      await post(bytes),
      await post(gzipSync(bytes), { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }),
      await post(batch, {}, '/v1/messages/batch'),
    ]) {
      expect([reply.status, reply.body.error]).toMatchObject([
        400,
        { code: 'malformed_request', message: 'The body is not valid UTF-8.' },
      ])
    }
  })

  test.each(['utf-16', 'utf-16le', 'utf-32', 'utf-7', '"iso-8859-1"', 'x'])(
    'in %s are refused',
    async (charset) => {
      const reply = await post(messageWith({}), { 'Content-Type': `application/json; charset=${charset}` })
      expect([reply.status, reply.body.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  test.each(['zstd', 'constructor', 'hasownproperty', '__proto__'])(
    'encoded as %s are refused',
    async (encoding) => {
      const reply = await post(messageWith({}), { 'Content-Encoding': encoding })
      expect([reply.status, reply.body.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('of %s are read', async (type) => {
    const reply = await post(messageWith({ subject: 'Grüße, 日本 🎉' }), { 'Content-Type': type })
    expect(reply.status, reply.text).toBe(202)
    const read = await call(service.url, 'GET', `/v1/messages/${reply.body.id}`, { key })
    expect(read.body.subject).toBe('Grüße, 日本 🎉')
  })

  test('of US-ASCII are read, which is a part of UTF-8', async () => {
    const type = { 'Content-Type': 'application/json; charset=US-ASCII' }
    expect((await post(messageWith({}), type)).status).toBe(202)
  })

  test('may begin with a byte order mark', async () => {
    expect((await post(`\ufeff${messageWith({})}`)).status).toBe(202)
  })
})

describe('a name that stands twice in an object', () => {
  test.each<[string, (json: string) => string, string]>([
    ['the same', (json) => json.replace('{', '{"subject":"A",'), 'subject'],
    ['the same once escaped', (json) => json.replace('{', '{"s\\u0075bject":"A",'), 'subject'],
    ['of an object within', (json) => json.replace('"email":', '"email":"x@example.com","email":'), 'email'],
    ['__proto__', (json) => json.replace('{', '{"__proto__":{},"__proto__":{},'), '__proto__'],
  ])('is malformed: %s', async (_name, change, name) => {
    const reply = await post(change(messageWith({})))
    expect([reply.status, reply.body.error]).toMatchObject([
      400,
      { code: 'malformed_request', message: `The body has the name "${name}" twice in one object.` },
    ])
  })

  test('in two objects is not', async () => {
    const to = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
    expect((await post(messageWith({ to, metadata: { subject: 'a', to: 'b' } }))).status).toBe(202)
  })
})

test('a body of too many structural characters is refused while it arrives', async () => {
  const reply = await post(`{"to":[${'1,'.repeat(250_000)}1]}`)
  expect([reply.status, reply.body.error.code]).toEqual([413, 'payload_too_large'])
  const within = await post(`{"text":"${'{['.repeat(250_000)}"}`)
  expect([within.status, within.body.error.code]).toEqual([422, 'validation_failed'])
})

describe('a header that stands twice', () => {
  /** Sends a header once for each value. Writes raw bytes, because Node's fetch and supertest join the values. */
  function postTwice(name: string, values: readonly string[]): Promise<{ status: number; body: string }> {
    const body = messageWith({})
    const given: Record<string, readonly string[]> = {
      Host: [new URL(service.url).host],
      Authorization: [`Bearer ${key}`],
      'Content-Type': ['application/json'],
      'Content-Length': [String(body.length)],
      Connection: ['close'],
      [name]: values,
    }
    const head = Object.entries(given).flatMap(([each, list]) => list.map((value) => `${each}: ${value}`))
    return sendBytes(`POST /v1/messages HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`)
  }

  test.each<[string, () => string[]]>([
    ['Idempotency-Key', () => ['one', 'two']],
    ['Idempotency-Key', () => ['one', 'one']],
    ['Authorization', () => [`Bearer ${key}`, `Bearer ${key}`]],
    ['Content-Type', () => ['application/json', 'text/plain']],
    ['Host', () => ['one.example', 'other.example']],
  ])('%s is malformed', async (name, values) => {
    const reply = await postTwice(name, values())
    expect(reply.status).toBe(400)
    const { error } = JSON.parse(reply.body) as { error: { code: string; message: string } }
    expect(error).toMatchObject({
      code: 'malformed_request',
      message: expect.stringContaining(name) as string,
    })
  })

  test('is no header in an object', async () => {
    expect((await postTwice('X-Other', ['a', 'b'])).status).toBe(202)
    const without = await postTwice('Host', [])
    expect([without.status, without.body]).toMatchObject([400, expect.stringContaining('no Host header')])
  })
})

function sendBytes(bytes: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('end', () => {
      socket.end()
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), body })
    })
    socket.on('error', reject)
    socket.write(bytes)
  })
}

describe('memory for bodies', () => {
  /** Sends the head of a request and part of its body. The caller sends the rest. */
  function begin(length: number | undefined, part: number, headers: Record<string, string> = {}) {
    const request = httpRequest(`${service.url}/v1/messages`, {
      method: 'POST',
      agent: false,
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        ...(length !== undefined && { 'Content-Length': length }),
        ...headers,
      },
    })
    const reply = new Promise<{ status: number; retryAfter: string | undefined; code: string }>(
      (resolve, reject) => {
        request.once('error', reject)
        request.once('response', (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          response.once('end', () => {
            const { error } = JSON.parse(text) as { error?: { code: string } }
            resolve({
              status: response.statusCode ?? 0,
              retryAfter: response.headers['retry-after'],
              code: error?.code ?? '',
            })
          })
        })
      },
    )
    request.write(Buffer.alloc(part, ' '))
    return { reply, request }
  }
  const refused = { status: 503, retryAfter: '2', code: 'unavailable' }
  const small = () => post(messageWith({}))

  test('is taken by large bodies while they arrive, and small ones go past them', async () => {
    const first = begin(9_000_000, 1)
    // The server refuses a second body once it holds the memory for the first one.
    await until(async () => {
      const second = begin(9_000_000, 9_000_000)
      second.request.end()
      return (await second.reply).status === 503
    }, 'the memory to be full')
    // For a body of unknown length, the server reserves the max size.
    const unknown = begin(undefined, 20_000)
    expect(await unknown.reply).toEqual(refused)
    unknown.request.on('error', () => undefined).destroy()
    expect((await small()).status).toBe(202)

    const message = Buffer.from(messageWith({ text: 'x'.repeat(1000) }))
    first.request.end(Buffer.concat([message, Buffer.alloc(9_000_000 - 1 - message.length, ' ')]))
    expect((await first.reply).status).toBe(202)
    const next = begin(9_000_000, 9_000_000 - message.length)
    next.request.end(message)
    expect((await next.reply).status).toBe(202)
  })

  test('is free again when a client is gone', async () => {
    const gone = begin(9_000_000, 1_000_000)
    gone.reply.catch(() => undefined)
    await until(async () => {
      const second = begin(9_000_000, 9_000_000)
      second.request.end()
      return (await second.reply).status === 503
    }, 'the memory to be full')
    gone.request.destroy()
    await until(async () => {
      const second = begin(9_000_000, 9_000_000)
      second.request.end()
      // The body is all blanks, so 400 proves that the server read it and found no JSON.
      return (await second.reply).status === 400
    }, 'the memory to be free')
  })

  test('is not free while a handler is at work, even if its client is gone', async () => {
    const lock = await service.sql.connect()
    try {
      await lock.query('begin; lock table messages in access exclusive mode')
      const message = Buffer.from(messageWith({ text: 'x'.repeat(9_000_000) }))
      const gone = begin(message.length, 0)
      gone.reply.catch(() => undefined)
      gone.request.end(message)
      await until(async () => {
        // The lock of a statement that writes: those that only count rows wait for the table, too.
        const waiting = `select from pg_locks
          where not granted and relation = 'messages'::regclass and mode = 'RowExclusiveLock'`
        return (await lock.query(waiting)).rows.length > 0
      }, 'the handler to wait')
      gone.request.destroy()
      // Longer than it takes to notice that a client is gone.
      await sleep(200)
      const other = begin(9_000_000, 9_000_000)
      other.request.end()
      expect(await other.reply).toEqual(refused)
    } finally {
      await lock.query('rollback')
      lock.release()
    }
    await until(async () => {
      const next = begin(9_000_000, 9_000_000)
      next.request.end()
      return (await next.reply).status === 400
    }, 'the memory to be free')
  })

  test('a reply before the end of the body can be read by a client that sends on', async () => {
    // With `Connection: close`, and more bytes than fit into the socket buffers of both sides.
    for (const [status, length, authorization] of [
      [401, 9_000_000, 'Bearer nothing'],
      [413, 90_000_000, `Bearer ${key}`],
    ] as const) {
      const { reply, request } = begin(length, 9_000_000, { Authorization: authorization })
      expect((await reply).status).toBe(status)
      request.on('error', () => undefined).destroy()
    }
  })

  test('a client that waits to be asked for its body is asked only where it is wanted', async () => {
    const asked = (headers: Record<string, string>, length: number) =>
      new Promise<string>((resolve, reject) => {
        const request = httpRequest(`${service.url}/v1/messages`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${key}`,
            'Content-Type': 'application/json',
            'Content-Length': length,
            Expect: '100-continue',
            ...headers,
          },
        })
        request.once('continue', () => request.end(messageWith({})))
        request.once('response', (response) => {
          resolve(`${response.statusCode}`)
          response.resume()
          request.destroy()
        })
        request.once('error', reject)
        request.flushHeaders()
      })
    const { length } = messageWith({})
    expect(await asked({}, length)).toBe('202')
    expect(await asked({}, 20_000_000)).toBe('413')
    expect(await asked({ Authorization: 'Bearer nothing' }, length)).toBe('401')
  })
})
