import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { streamBody } from '../../../../server/platform/http/body/stream-body.js'
import type { TakeTurn } from '../../../../server/platform/http/operation/database-turns.js'
import { ApiError } from '../../../../server/platform/http/errors/api-error.js'
import { contextOf } from '../../../../server/platform/http/operation/request-context.js'
import { sendStream } from '../../../../server/platform/http/reply/send-reply.js'
import { until } from '../../../support/time/until.js'

/** Bodies that are read, and replies that are sent, no faster than the other side goes. */

const megabyte = 1_000_000
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Serves one handler, and tells what it threw. */
async function serve(handler: RequestHandler): Promise<{ url: string; thrown: unknown[] }> {
  const thrown: unknown[] = []
  const fail: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
    thrown.push(error)
    if (res.headersSent) res.destroy()
    else res.status(error instanceof ApiError ? error.status : 500).end()
  }
  const server = createServer(express().use(handler).use(fail))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, thrown }
}

const atOnce: TakeTurn = (work) => work()

const sending = (stream: AsyncIterable<string>) =>
  serve(async (_req, res) => sendStream(res, { status: 200, contentType: 'text/csv', stream }, atOnce))

/** A request whose connection the end of its test may cut. */
const posting = (url: string) => httpRequest(url, { method: 'POST' }).on('error', () => undefined)

/** Pieces almost without end, and how many were taken and whether somebody let go of them. */
function endless(failAfter = 500) {
  const seen = { pieces: 0, ended: false }
  async function* stream(): AsyncGenerator<string> {
    try {
      for (;;) {
        if (seen.pieces === failAfter) throw new Error('the database is gone')
        seen.pieces += 1
        yield 'x'.repeat(megabyte)
        await Promise.resolve()
      }
    } finally {
      seen.ended = true
    }
  }
  return { seen, stream }
}

test('a reply waits for who reads it, and ends when nobody does', async () => {
  const { seen, stream } = endless()
  const { url, thrown } = await sending(stream())
  const request = httpRequest(url)
  const response = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve).end())
  response.pause()
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  request.on('error', () => undefined).destroy()
  await until(() => seen.ended, 'the end of the stream')
  // The system holds some of it.
  expect(seen.pieces).toBeLessThan(50)
  expect(thrown).toEqual([])
})

test('a reply that fails before its first piece is another reply', async () => {
  const { url, thrown } = await sending(endless(0).stream())
  expect((await fetch(url)).status).toBe(500)
  expect(thrown).toHaveLength(1)
})

test('a reply that fails later is cut off, and its client is told so', async () => {
  const { seen, stream } = endless(3)
  const { url, thrown } = await sending(stream())
  const reply = await fetch(url)
  expect(reply.status).toBe(200)
  await expect(reply.text()).rejects.toThrow()
  expect(seen.ended).toBe(true)
  expect(thrown).toMatchObject([{ message: 'the database is gone' }])
})

test('a whole reply ends as it should', async () => {
  async function* three(): AsyncGenerator<string> {
    for (const piece of ['a', 'ä', '']) yield await Promise.resolve(piece)
  }
  const { url, thrown } = await sending(three())
  expect(await (await fetch(url)).text()).toBe('aä')
  expect(thrown).toEqual([])
})

test('bytes go as they are, with headers that no failure before them has', async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Uint8Array.of(0xff, 0, 0x0a))
    yield Uint8Array.of(0xc3)
  }
  const headers = { 'Content-Length': '4', 'X-Content-Type-Options': 'nosniff' }
  const { url } = await serve(async (req, res) => {
    const stream = req.path === '/failing' ? endless(0).stream() : bytes()
    await sendStream(res, { status: 200, contentType: 'application/octet-stream', headers, stream }, atOnce)
  })
  const reply = await fetch(url)
  expect([...new Uint8Array(await reply.arrayBuffer())]).toEqual([0xff, 0, 0x0a, 0xc3])
  expect(reply.headers.get('content-type')).toBe('application/octet-stream')
  expect(reply.headers.get('content-length')).toBe('4')
  const failed = await fetch(`${url}/failing`)
  expect([failed.status, failed.headers.get('x-content-type-options')]).toEqual([500, null])
})

test('where only the head is wanted the rest is not made', async () => {
  const { seen, stream } = endless()
  const { url } = await serve(async (_req, res) => {
    contextOf(res).headOnly = true
    await sendStream(res, { status: 200, contentType: 'text/csv', stream: stream() }, atOnce)
  })
  const reply = await fetch(url, { method: 'HEAD' })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(seen).toEqual({ pieces: 1, ended: true })
})

test('each piece is made in a turn, and none is held while the client takes it', async () => {
  const { seen, stream } = endless()
  let held = 0
  let turns = 0
  const inTurn: TakeTurn = async (work) => {
    held += 1
    turns += 1
    const made = seen.pieces
    const piece = await work()
    expect(seen.pieces).toBe(made + 1)
    held -= 1
    return piece
  }
  const reply = { status: 200, contentType: 'text/csv', stream: stream() }
  const { url } = await serve(async (_req, res) => sendStream(res, reply, inTurn))
  const client = httpRequest(url).end()
  const [response] = (await once(client, 'response')) as [IncomingMessage]
  // Node takes some pieces ahead, and then waits for the client.
  let before = 0
  await until(() => {
    const stands = turns === before
    before = turns
    return Promise.resolve(stands && turns > 1)
  }, 'the pieces to stand still')
  expect([held, turns]).toEqual([0, seen.pieces])
  response.destroy()
})

test('a body waits for who reads it', async () => {
  let read!: () => void
  const goOn = new Promise<void>((resolve) => (read = resolve))
  const lengths: number[] = []
  const { url } = await serve(async (req, res) => {
    for await (const chunk of streamBody(req, 100 * megabyte)) {
      lengths.push(chunk.length)
      await goOn
    }
    res.end()
  })
  let sent = 0
  const request = posting(url)
  const response = new Promise<IncomingMessage>((resolve) => request.once('response', resolve))
  // Until the system takes no more for now.
  while (request.write(Buffer.alloc(megabyte)) || sent < 20 * megabyte) sent += megabyte
  await until(() => lengths.length > 0, 'the first chunk')
  expect(lengths).toHaveLength(1)
  read()
  request.end()
  expect((await response).statusCode).toBe(200)
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(sent + megabyte)
})

test.each([
  ['as it is', (bytes: Buffer) => bytes, {}],
  ['compressed', gzipSync, { 'Content-Encoding': 'gzip' }],
])(
  'a body %s has a limit, behind which nobody reads, and its sender has a reply',
  async (_, encode, headers) => {
    let length = 0
    const { url, thrown } = await serve(async (req) => {
      for await (const chunk of streamBody(req, 2 * megabyte)) length += chunk.length
    })
    const bytes = encode(Buffer.alloc(20 * megabyte))
    async function* body(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(bytes)
    }
    const reply = await fetch(url, { method: 'POST', body: body(), headers, duplex: 'half' })
    expect(reply.status).toBe(413)
    expect(thrown).toMatchObject([{ code: 'payload_too_large' }])
    expect(length).toBeLessThanOrEqual(2 * megabyte)
  },
)

test('who stops reading early can answer, and gets rid of the rest', async () => {
  const { url } = await serve(async (req, res) => {
    for await (const chunk of streamBody(req, 20 * megabyte)) {
      res.end(String(chunk.length > 0))
      break
    }
  })
  const request = posting(url)
  const response = new Promise<IncomingMessage>((resolve) => request.once('response', resolve))
  // More than a system holds for who does not read.
  await new Promise<void>((resolve) => request.end(Buffer.alloc(20 * megabyte), resolve))
  expect((await response).statusCode).toBe(200)
})

test('a body whose sender has gone before anybody read it is an error, not a wait', async () => {
  let gone!: () => void
  const hasGone = new Promise<void>((resolve) => (gone = resolve))
  for (const headers of [{}, { 'Content-Encoding': 'gzip' }]) {
    const { url, thrown } = await serve(async (req) => {
      const body = streamBody(req, megabyte)
      request.destroy()
      await new Promise((resolve) => req.once('close', resolve))
      gone()
      for await (const _chunk of body);
    })
    const request = httpRequest(url, { method: 'POST', headers })
    request.on('error', () => undefined).write('x')
    await hasGone
    await until(() => thrown.length > 0, 'the error')
    expect(thrown).toMatchObject([{ code: 'malformed_request' }])
  }
})
