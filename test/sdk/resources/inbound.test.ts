import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { APIConnectionError, APITimeoutError, NotFoundError } from '../../../sdk-ts/src/index.js'
import { clientOf, json, refusal, serve, skipWaits } from '../support.js'

// No text: what is read as one, and written again, is another.
const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xfe, 0x0d, 0x0a, 0x80])
const file = () => new Response(bytes, { headers: { 'Content-Type': 'application/octet-stream' } })

describe('a download', () => {
  test('is a Blob with the bytes as they came, and the id of its call', async () => {
    const { client, seen } = await serve((_, reply) =>
      reply.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Request-Id': 'req_1' }).end(bytes),
    )
    const blob = await client.inbound.downloadAttachment('inm_1', 'att_1')
    expectTypeOf(blob).toExtend<Blob>()
    expect(Buffer.from(await blob.arrayBuffer())).toEqual(bytes)
    expect([blob.type, blob._request_id]).toEqual(['application/octet-stream', 'req_1'])
    const [{ url, headers } = { headers: new Headers() }] = seen
    expect(url).toBe('/v1/inbound/messages/inm_1/attachments/att_1')
    expect([headers.get('Accept'), headers.has('Idempotency-Key')]).toEqual([
      'application/octet-stream',
      false,
    ])
  })

  test('is a stream where that is asked for, before all of it has come', async () => {
    let proceed = () => {}
    const { client, seen } = await serve((_, reply) => {
      reply.writeHead(200, { 'Content-Type': 'message/rfc822' }).write(bytes.subarray(0, 4))
      proceed = () => reply.end(bytes.subarray(4))
    })
    const { body } = await client.inbound.downloadMessage('inm_1').asResponse()
    proceed()
    expect(await buffer(body as ReadableStream)).toEqual(bytes)
    expect(seen[0]?.headers.get('Accept')).toBe('message/rfc822')
  })

  test('is tried again until it begins, and refused like any other call', async () => {
    skipWaits()
    const again = clientOf([refusal(503, 'unavailable'), file])
    expect((await again.client.inbound.downloadMessage('inm_1')).size).toBe(bytes.length)
    expect(again.seen).toHaveLength(2)
    const { client } = clientOf([refusal(404, 'not_found')])
    await expect(client.inbound.downloadMessage('inm_1')).rejects.toBeInstanceOf(NotFoundError)
  })

  test('fails where it breaks off or stops, and is not begun again', async () => {
    const { client, seen } = await serve(({ url }, reply) => {
      const head = reply.writeHead(200, { 'Content-Length': bytes.length })
      head.write(bytes.subarray(0, 4), () => url.includes('cut') && reply.destroy())
    })
    const failure = (id: string, timeout?: number) =>
      client.inbound.downloadMessage(id, { ...(timeout && { timeout }) }).catch((error: unknown) => error)
    expect(await failure('inm_cut')).toBeInstanceOf(APIConnectionError)
    expect(await failure('inm_silent', 100)).toBeInstanceOf(APITimeoutError)
    expect(seen).toHaveLength(2)
  })
})

test('a filter by time takes a Date, and what is tested is tried without a key', async () => {
  const { client, seen } = clientOf([json({ data: [], has_more: false, next_cursor: null })])
  await client.inbound.listMessages({ since: new Date('2026-01-14T09:30:00Z'), automatic: 'none' })
  await client.inbound.testRoute({ recipient: 'support@in.shop.example' })
  expect(seen.map(({ url }) => new URL(url).search)).toEqual([
    '?since=2026-01-14T09%3A30%3A00.000Z&automatic=none',
    '',
  ])
  expect(seen[1]?.headers.has('Idempotency-Key')).toBe(false)
})
