import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import packageJson from '../../../../package.json' with { type: 'json' }
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { createDatabase } from '../../../support/database/database.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startSending, testSecrets, type Sending } from '../../../support/webhooks/sending.js'

let receiver: Receiver
let other: Receiver
let sending: Sending
beforeAll(async () => {
  receiver = await startReceiver()
  other = await startReceiver()
  sending = await startSending()
})
afterAll(async () => {
  await sending.close()
  await receiver.close()
  await other.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = 200
})

describe('a request', () => {
  test('is the body, signed, and nothing that nobody asked for', async () => {
    const deliveryId = newUuid()
    const eventId = toTypeId('evt', newUuid())
    const body = Buffer.from('{"a":"é😀","b":[1,2]}')
    const before = Math.floor(Date.now() / 1000)
    const result = await sending.send(`http://127.0.0.1:${receiver.port}/hooks/%C3%A9?key=a%20b&c`, {
      deliveryId,
      eventId,
      body,
    })
    const [request] = receiver.received
    expect(request).toMatchObject({ method: 'POST', path: '/hooks/%C3%A9?key=a%20b&c', body })
    expect(request?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': '24',
      'user-agent': `Postseal/${packageJson.version}`,
      'service-signature': expect.stringMatching(/^t=[0-9]+(,v1=[0-9a-f]{64}){2}$/) as string,
      'service-delivery': toTypeId('whd', deliveryId),
      'webhook-id': eventId,
      'webhook-timestamp': /^t=([0-9]+),/.exec(request?.headers['service-signature'] as string)?.[1],
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/) as string,
    })
    for (const secret of testSecrets) expect(request?.verify([secret])).toBe('ok')
    expect(request?.verify(['whsec_another'])).toBe('signature_mismatch')

    expect(Math.floor(result.at.getTime() / 1000)).toBeGreaterThanOrEqual(before)
    expect(Number.isInteger(result.durationMs)).toBe(true)
    expect(result).toEqual({
      at: result.at,
      header: {
        host: `127.0.0.1:${receiver.port}`,
        user_agent: `Postseal/${packageJson.version}`,
        signature: request?.headers['service-signature'],
        standard_signature: request?.headers['webhook-signature'],
        length: 24,
      },
      status: 200,
      durationMs: result.durationMs,
      error: null,
      responseBody: null,
      retryAfterSeconds: null,
    })
  })

  test('leaves credentials and fragments of the url out', async () => {
    await sending.send(`http://user:secret@127.0.0.1:${receiver.port}/a#b`)
    expect(receiver.received[0]?.path).toBe('/a')
    expect(receiver.received[0]?.headers.authorization).toBeUndefined()
  })
})

describe('a status', () => {
  test.each([200, 201, 202, 204, 205, 226, 299])('%i: delivered', async (status) => {
    receiver.answer = status
    expect(await sending.send(receiver.url)).toMatchObject({ status, error: null })
  })

  test.each([300, 301, 302, 303, 304, 307, 308, 399])('%i: a redirect is not followed', async (status) => {
    receiver.answer = { status, headers: { Location: other.url } }
    expect(await sending.send(receiver.url)).toMatchObject({
      status,
      error: { code: 'redirected', message: `The endpoint answered ${status}. Redirects are not followed.` },
    })
    expect(other.connections).toBe(0)
    expect(receiver.received).toHaveLength(1)
  })

  test('410: gone', async () => {
    receiver.answer = 410
    expect(await sending.send(receiver.url)).toMatchObject({
      status: 410,
      error: { code: 'gone', message: 'The endpoint answered 410: it is gone.' },
    })
  })

  test.each([400, 401, 403, 404, 408, 409, 422, 429, 451, 500, 502, 503, 504, 599, 999])(
    '%i: refused',
    async (status) => {
      receiver.answer = status
      expect(await sending.send(receiver.url)).toMatchObject({
        status,
        error: { code: 'refused', message: `The endpoint answered ${status}.` },
      })
      expect(receiver.received).toHaveLength(1)
    },
  )

  test('after 1xx: those go ahead of the reply', async () => {
    receiver.answer = {
      respond: (response, socket) => {
        socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')
        response.writeHead(202).end('taken')
      },
    }
    expect(await sending.send(receiver.url)).toMatchObject({
      status: 202,
      error: null,
      responseBody: 'taken',
    })
  })

  test('of HTTP/1.0, with a body up to the end of the connection', async () => {
    receiver.answer = {
      respond: (_, socket) => void socket.end('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\ntaken'),
    }
    expect(await sending.send(receiver.url)).toMatchObject({
      status: 200,
      error: null,
      responseBody: 'taken',
    })
  })
})

describe('Retry-After', () => {
  test.each([
    ['seconds', '120', 120],
    ['nothing that makes sense', 'soon', null],
    ['the past', 'Fri, 02 Jan 2015 10:00:00 GMT', 0],
  ])('%s', async (_, value, seconds) => {
    receiver.answer = { status: 429, headers: { 'Retry-After': value } }
    expect(await sending.send(receiver.url)).toMatchObject({ status: 429, retryAfterSeconds: seconds })
  })

  test('a date', async () => {
    receiver.answer = { status: 503, headers: { 'retry-after': new Date(Date.now() + 90_000).toUTCString() } }
    const { retryAfterSeconds } = await sending.send(receiver.url)
    expect(retryAfterSeconds).toBeGreaterThan(80)
    expect(retryAfterSeconds).toBeLessThanOrEqual(90)
  })

  test('twice: the first', async () => {
    receiver.answer = { status: 429, headers: { 'Retry-After': ['7', '9'] } }
    expect(await sending.send(receiver.url)).toMatchObject({ retryAfterSeconds: 7 })
  })
})

describe('the body of a reply', () => {
  const bodyOf = async (body: string | Uint8Array, status = 200) => {
    receiver.answer = { status, body }
    return (await sending.send(receiver.url)).responseBody
  }

  test('is kept, of a failure as of a success', async () => {
    expect(await bodyOf('thank you ü😀')).toBe('thank you ü😀')
    expect(await bodyOf('no such thing', 404)).toBe('no such thing')
  })

  test('is null where there is none', async () => {
    expect(await bodyOf('')).toBeNull()
    expect(await bodyOf('', 204)).toBeNull()
  })

  test('is kept up to 2048 bytes, and no character is cut', async () => {
    expect(await bodyOf('x'.repeat(2048))).toBe('x'.repeat(2048))
    expect(await bodyOf('x'.repeat(2049))).toBe('x'.repeat(2048))
    expect(await bodyOf('x'.repeat(2047) + 'é')).toBe('x'.repeat(2047))
    expect(await bodyOf('x'.repeat(2045) + '😀')).toBe('x'.repeat(2045))
    expect(await bodyOf('x'.repeat(2044) + '😀é')).toBe('x'.repeat(2044) + '😀')
    expect(await bodyOf('é'.repeat(40_000))).toBe('é'.repeat(1024))
  })

  test('is put together across chunks, in the middle of a character too', async () => {
    receiver.answer = {
      respond: (response) => {
        for (const byte of Buffer.from('aé😀z')) response.write(Buffer.of(byte))
        response.end()
      },
    }
    expect((await sending.send(receiver.url)).responseBody).toBe('aé😀z')
  })

  test('reads U+FFFD where it is no text that the database takes', async () => {
    expect(await bodyOf(Buffer.from([0x61, 0xff, 0x62, 0x00, 0x63]))).toBe('a\ufffdb\ufffdc')
    // Half of a surrogate pair, as three bytes.
    expect(await bodyOf(Buffer.from([0x61, 0xed, 0xa0, 0x80]))).toBe('a\ufffd\ufffd\ufffd')
    const every = await bodyOf(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)))
    expect(every).not.toContain('\0')
    expect(Buffer.from(every ?? '').toString()).toBe(every)
  })

  test('fits into the database, whatever the bytes are', async () => {
    const database = await createDatabase()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 100 }), async (bytes) => {
        const text = await bodyOf(bytes)
        const { rows } = await client.query<{ it: unknown }>('select $1::jsonb as it', [
          JSON.stringify([text]),
        ])
        expect(rows[0]?.it).toEqual([text])
      }),
    )
    await client.end()
    await database.drop()
  })

  test('is not decompressed', async () => {
    receiver.answer = {
      headers: { 'Content-Encoding': 'gzip' },
      body: gzipSync('x'.repeat(1_000_000)),
    }
    const { status, responseBody } = await sending.send(receiver.url)
    expect(status).toBe(200)
    expect(responseBody).toContain('\ufffd')
    expect(responseBody).not.toContain('xx')
  })

  test('up to 64 KiB costs no connection, and beyond it does', async () => {
    const before = receiver.connections
    await sending.send(receiver.url)
    const one = receiver.connections
    expect(one - before).toBeLessThanOrEqual(1)
    await bodyOf('x'.repeat(60_000))
    await sending.send(receiver.url)
    expect(receiver.connections).toBe(one)
    await bodyOf('x'.repeat(200_000))
    await sending.send(receiver.url)
    expect(receiver.connections).toBe(one + 1)
  })
})
