import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { arrivedBody, streamBody } from '../../../../server/platform/http/body/stream-body.js'
import { until } from '../../../support/time/until.js'

/** A body arrives in pieces that the client's system and the network choose. Node hands them out as it likes. */

/** Sends a body in pieces, each once the server has the one before, and reads it when `isTime` says so. */
async function sendAndRead(
  pieces: readonly string[],
  isTime: (req: IncomingMessage, sent: number) => boolean,
): Promise<string> {
  let request: IncomingMessage | undefined
  const server = createServer((req) => (request = req))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const length = pieces.join('').length
  socket.write(`POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: ${length}\r\n\r\n`)
  try {
    await until(() => request !== undefined, 'the head')
    const req = request as unknown as IncomingMessage
    let sent = 0
    let read: Promise<string> | undefined
    for (const piece of pieces) {
      socket.write(piece)
      sent += piece.length
      if (read === undefined) await until(() => req.readableLength === sent, `${sent} bytes`)
      if (isTime(req, sent)) read ??= readAll(req)
    }
    return await (read ?? readAll(req))
  } finally {
    socket.destroy()
    server.close()
  }
}

async function readAll(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of (await arrivedBody(req, 1_000_000)) ?? streamBody(req, 1_000_000)) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Up to the 16 kB at which Node 20 holds the client back. */
const body = Array.from({ length: 1_500 }, (_, at) => `"item ${at}"`)
  .join(',')
  .slice(0, 16_000)

test.each([1, 2, 3, 4, 5, 6, 7])(
  'a body in %i pieces that is there before it is read is read whole',
  async (count) => {
    const size = Math.ceil(body.length / count)
    const pieces = Array.from({ length: count }, (_, at) => body.slice(at * size, (at + 1) * size))
    await expect(sendAndRead(pieces, ({ complete }) => complete)).resolves.toBe(body)
  },
)

test.each([1, 2, 3, 4, 5, 6])('a body of which %i of 7 pieces are there is read whole', async (early) => {
  const size = Math.ceil(body.length / 7)
  const pieces = Array.from({ length: 7 }, (_, at) => body.slice(at * size, (at + 1) * size))
  await expect(sendAndRead(pieces, (_, sent) => sent >= early * size)).resolves.toBe(body)
})

test('no body is no piece', async () => {
  await expect(sendAndRead([], () => true)).resolves.toBe('')
})
