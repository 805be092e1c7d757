import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
} from '../../../sdk-ts/src/index.js'
import { clientOf, json, refusal, respond, serve, skipWaits } from '../support.js'

const lines = ['email,reason\r\n', 'ada@example.com,complaint\r\n', 'grüße@example.com,import\r\n']

describe('an export as CSV', () => {
  const head = (reply: ServerResponse) => reply.writeHead(200, { 'Content-Type': 'text/csv' })
  /** Text that is read until it ends or fails. */
  const readAll = async (text: AsyncIterable<string>, into: string[] = []) => {
    for await (const part of text) into.push(part)
    return into.join('')
  }

  test('is asked for when it is read, and comes in parts', async () => {
    let proceed = () => {}
    const { client, seen } = await serve((_, reply) => {
      // The middle of the ü, which is two bytes.
      const bytes = Buffer.from(lines.join(''))
      const middle = bytes.indexOf(Buffer.from('ü')) + 1
      head(reply).write(bytes.subarray(0, middle))
      proceed = () => reply.end(bytes.subarray(middle))
    })
    const csv = client.suppressions.exportCsv({ reason: 'import', since: '2026-01-01T00:00:00Z' })
    expect(seen).toHaveLength(0)
    const first = await csv.next()
    expect(first.value).toContain('ada@example.com')
    proceed()
    expect((first.value ?? '') + (await readAll(csv))).toBe(lines.join(''))
    const [request] = seen
    expect(request?.headers.get('Accept')).toBe('text/csv')
    expect(request?.url).toBe('/v1/suppressions/export?since=2026-01-01T00%3A00%3A00Z&reason=import')
  })

  test('is tried again until it begins', async () => {
    skipWaits()
    const csv = () => new Response(lines.join(''))
    const { client, seen } = clientOf([refusal(503, 'unavailable'), csv])
    expect(await readAll(client.suppressions.exportCsv())).toBe(lines.join(''))
    expect(seen).toHaveLength(2)
  })

  test('is refused like any other call', async () => {
    const { client } = clientOf([refusal(403, 'insufficient_scope')])
    const failure = readAll(client.suppressions.exportCsv())
    await expect(failure).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' })
    await expect(failure).rejects.toBeInstanceOf(APIError)
  })

  test('fails where it breaks off, and is not begun again', async () => {
    const { client, seen } = await serve((_, reply) => {
      head(reply).write(lines[0], () => reply.destroy())
    })
    const read: string[] = []
    await expect(readAll(client.suppressions.exportCsv(), read)).rejects.toBeInstanceOf(APIConnectionError)
    expect(read).toEqual([lines[0]])
    expect(seen).toHaveLength(1)
  })

  test('fails where the next part takes too long', async () => {
    const { client } = await serve((_, reply) => void head(reply).write(lines[0]))
    const read: string[] = []
    const csv = client.suppressions.exportCsv({}, { timeout: 100 })
    await expect(readAll(csv, read)).rejects.toBeInstanceOf(APITimeoutError)
    expect(read).toEqual([lines[0]])
  })

  test('ends by its signal, in the middle as well', async () => {
    const controller = new AbortController()
    const { client } = await serve((_, reply) => void head(reply).write(lines[0]))
    const csv = client.suppressions.exportCsv({}, { signal: controller.signal })
    await csv.next()
    controller.abort()
    await expect(csv.next()).rejects.toBeInstanceOf(APIUserAbortError)
  })

  test('is given up on the other side where nobody reads on', async () => {
    let closed: Promise<unknown> | undefined
    const { client } = await serve((_, reply) => {
      closed = once(reply, 'close')
      head(reply).write(lines[0])
    })
    for await (const part of client.suppressions.exportCsv()) {
      expect(part).toBe(lines[0])
      break
    }
    await closed
  })
})

describe('an import', () => {
  const counts = { imported: 2, already_present: 0, rejected: 0, rejected_lines: [] }
  const csv = lines.join('')
  const streamed = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const line of lines) controller.enqueue(new TextEncoder().encode(line))
        controller.close()
      },
    })

  test.each<[string, () => string | Uint8Array | Blob | ReadableStream<Uint8Array>]>([
    ['a text', () => csv],
    ['bytes', () => new TextEncoder().encode(csv)],
    ['a Blob', () => new Blob([csv])],
    ['a stream', streamed],
  ])('of %s is sent as it is', async (_what, make) => {
    const { client, seen } = await serve((_, reply) => respond(reply, 200, counts))
    expect(await client.suppressions.import(make(), { idempotencyKey: 'list-7' })).toEqual(counts)
    const [{ method, url, headers, body } = { headers: new Headers() }] = seen
    expect([method, url, body]).toEqual(['POST', '/v1/suppressions/import', csv])
    expect([headers.get('Content-Type'), headers.get('Idempotency-Key')]).toEqual(['text/csv', 'list-7'])
  })

  test('of what can be sent again is tried again, under the same key', async () => {
    skipWaits()
    const { client, seen } = clientOf([refusal(503, 'unavailable'), json(counts)])
    expect(await client.suppressions.import(new Blob([csv]))).toEqual(counts)
    const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('of a stream is not, and the error has its key', async () => {
    const { client, seen } = clientOf([refusal(503, 'unavailable'), json(counts)])
    const call = client.suppressions.import(streamed(), { idempotencyKey: 'list-7' })
    await expect(call).rejects.toMatchObject({ status: 503, idempotencyKey: 'list-7' })
    expect(seen).toHaveLength(1)
  })
})

test('a suppression is taken back, by force where that is meant', async () => {
  const { client, seen } = await serve((_, reply) => reply.writeHead(204).end())
  await client.suppressions.delete('sup_1')
  expect(
    await client.suppressions.delete('sup_1', { force: true }, { idempotencyKey: 'asked' }),
  ).toBeUndefined()
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /v1/suppressions/sup_1',
    'DELETE /v1/suppressions/sup_1?force=true',
  ])
  expect(seen[1]?.headers.get('Idempotency-Key')).toBe('asked')
})

test('suppressions are grouped by replies and lifted, with times as Dates', async () => {
  const lifted = { dry_run: false, matched: 1, lifted: 1, has_more: false, next_cursor: null }
  const { client, seen } = clientOf([json({ data: [], is_complete: true }), json(lifted)])
  const since = new Date('2026-01-12T00:00:00Z')
  await client.suppressions.listReplies({ since, reply_contains: 'spam policy' })
  expect(await client.suppressions.lift({ since, reply_contains: 'spam policy' })).toEqual(lifted)
  expect(seen.map(({ method, url }) => `${method} ${new URL(url, 'http://x').pathname}`)).toEqual([
    'GET /v1/suppressions/replies',
    'POST /v1/suppressions/lift',
  ])
  expect(seen[0]?.url).toContain('since=2026-01-12T00%3A00%3A00.000Z')
  expect(seen[1]?.body).toEqual({
    since: '2026-01-12T00:00:00.000Z',
    reply_contains: 'spam policy',
  })
})
