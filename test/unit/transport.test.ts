import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { smtpTransport } from '../../server/delivery/smtp/transport.js'

let server: Server
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

/** A server that greets so, and says no more. */
async function greetingWith(bytes: Buffer): Promise<number> {
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** An outcome that cannot be stored is made again, so whatever a server says has to be fit for jsonb. */
test.each([
  ['zero bytes', Buffer.from('250\0 \0 hello\0\r\n')],
  ['no reply code', Buffer.from('hello \0\r\n')],
  [
    'bytes that are no UTF-8',
    Buffer.from([0x35, 0x35, 0x34, 0x20, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x0d, 0x0a]),
  ],
  ['a long text of emoji', Buffer.from(`554 x${'👋'.repeat(2000)}\r\n`)],
  ['nothing', Buffer.alloc(0)],
])('a server that greets with %s leaves a result that can be stored', async (_name, bytes) => {
  const transport = smtpTransport('127.0.0.1', await greetingWith(bytes), 1)
  const result = await transport.send({ from: 'a@example.com', to: 'b@example.com' }, Buffer.from('x'))
  transport.close()
  const text = result.reply === undefined ? result.error : result.reply.text
  expect(text).not.toMatch(/[\u0000-\u001f\u007f]|\p{Surrogate}/u)
})
