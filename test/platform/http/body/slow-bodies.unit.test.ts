import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { slowBody } from '../../../../server/platform/http/body/slow-body.js'
import { streamBody } from '../../../../server/platform/http/body/stream-body.js'
import { answerClientErrors } from '../../../../server/platform/http/connection/client-errors.js'

/** Bodies that are read as they arrive, at a server whose other requests have little time. */

const length = 200_000
const isLate = /^HTTP\/1\.1 503 [^]*"code":"unavailable"/

/** The intervals alone: Node and the tests wait for connections by other timers. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

interface Arriving {
  readonly socket: Socket
  readonly reply: Promise<string>
  /** The next bytes of the body that were read, or undefined where it has ended. Nobody reads before. */
  readonly next: () => Promise<string | undefined>
}

/** Sends the head of a request with a body of 200,000 bytes, whose 60 ticks of a second ask for 64 kB. */
async function arriving(): Promise<Arriving> {
  const server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 })
  answerClientErrors(server, pino({ level: 'silent' }))
  const found = once(server, 'clientError')
  const requested = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const { port } = await listening(server)
  const socket = connect(port, '127.0.0.1')
  const reply = text(socket)
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`)
  const [req, res] = await requested
  const chunks = slowBody(req, streamBody(req, length))
  const next = async () => {
    const step = await chunks.next()
    if (step.done === true) res.end('got all')
    return step.value?.toString()
  }
  const first = next()
  // By then, Node has found the request late: it has longer than others only by being read.
  await found
  socket.write('a')
  expect(await first).toBe('a')
  return { socket, reply, next }
}

async function listening(server: Server): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return server.address() as AddressInfo
}

/** Lets seconds pass in which the service waits for the body. */
function wait(seconds: number): void {
  vi.advanceTimersByTime(seconds * 1_000)
}

test('a body may arrive later than other requests', async () => {
  const { socket, reply, next } = await arriving()
  const ended = rest(next)
  socket.write('b'.repeat(length - 1))
  expect(await ended).toBe(length - 1)
  expect(await reply).toMatch(/^HTTP\/1\.1 200 [^]*got all/)
})

test('a client that sends nothing more is answered as one that is late', async () => {
  const { reply, next } = await arriving()
  const ended = rest(next)
  wait(60)
  expect(await reply).toMatch(isLate)
  await expect(ended).rejects.toThrow('The request ended before its body did.')
})

test('a client that sends a byte a second is answered as one that is late', async () => {
  const { socket, reply, next } = await arriving()
  for (let second = 1; second < 60; second += 1) {
    const byte = next()
    wait(1)
    socket.write('b')
    expect(await byte).toBe('b')
  }
  const last = next()
  wait(1)
  expect(await reply).toMatch(isLate)
  await expect(last).rejects.toThrow('The request ended before its body did.')
})

test('a client may take as long as it likes while it sends 64 kB a minute', async () => {
  const { socket, reply, next } = await arriving()
  for (let minute = 0; minute < 3; minute += 1) {
    let piece = next()
    wait(59)
    socket.write('b'.repeat(64_000))
    for (let read = (await piece)!.length; read < 64_000; read += (await piece)!.length) piece = next()
    const more = next()
    wait(1)
    socket.write('b')
    expect(await more).toBe('b')
  }
  const ended = rest(next)
  socket.write('b'.repeat(length - 192_004))
  expect(await ended).toBe(length - 192_004)
  expect(await reply).toMatch(/^HTTP\/1\.1 200 [^]*got all/)
})

test('the time in which nobody reads on does not count', async () => {
  const { socket, reply, next } = await arriving()
  wait(600)
  const ended = rest(next)
  wait(59)
  socket.write('b'.repeat(length - 1))
  expect(await ended).toBe(length - 1)
  expect(await reply).toMatch(/^HTTP\/1\.1 200 [^]*got all/)
})

/** Reads to the end, and resolves to how many bytes came. */
async function rest(next: Arriving['next']): Promise<number> {
  let read = 0
  for (let piece; (piece = await next()) !== undefined;) read += piece.length
  return read
}
