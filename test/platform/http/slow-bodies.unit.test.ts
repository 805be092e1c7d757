import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { slowBody } from '../../../server/platform/http/body/slow-body.js'
import { streamBody } from '../../../server/platform/http/body/stream-body.js'
import { answerClientErrors } from '../../../server/platform/http/client-errors.js'

/** Bodies that are read as they arrive, at a server whose other requests have little time. */

const post = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n'

/** Sends the head and the first byte of two, and resolves once the server has found the request late. */
async function late(
  answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
): Promise<{ socket: Socket; reply: Promise<string> }> {
  const server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 })
  answerClientErrors(server, pino({ level: 'silent' }))
  server.on('request', (req, res) => void answer(req, res).catch(() => undefined))
  const { port } = await listening(server)
  const found = once(server, 'clientError')
  const socket = connect(port, '127.0.0.1')
  const reply = text(socket)
  socket.write(`${post}a`)
  await found
  return { socket, reply }
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

const answering = (maxSilenceMs?: number) => async (req: IncomingMessage, res: ServerResponse) => {
  let body = ''
  for await (const chunk of slowBody(req, streamBody(req, 100), maxSilenceMs)) body += chunk.toString()
  res.end(`got ${body}`)
}

test('a body may arrive later than other requests', async () => {
  const { socket, reply } = await late(answering())
  socket.write('b')
  expect(await reply).toMatch(/^HTTP\/1\.1 200 [^]*got ab/)
})

test('a client that sends nothing more is answered as one that is late', async () => {
  const { reply } = await late(answering(10))
  expect(await reply).toMatch(/^HTTP\/1\.1 503 [^]*"code":"unavailable"/)
})
