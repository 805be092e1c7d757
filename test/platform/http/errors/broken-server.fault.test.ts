import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { send, untilLog } from '../../../support/messages/mail.js'
import { silence, startScriptedServer } from '../../../support/mail-servers/scripted-smtp.js'
import { startTestService } from '../../../support/service/service.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Something that listens where an SMTP server should and greets every connection with these bytes. */
async function startGreeter(greeting: Buffer): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(greeting)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

/** A service that delivers to it, with one message on its way. */
async function deliverTo(port: number) {
  const service = await startTestService({
    delivery: { backoffSeconds: [60] },
    env: { POSTSEAL_ROLES: 'api,delivery', POSTSEAL_SINK_PORT: String(port) },
  })
  closers.push(() => service.stop())
  const message = await send(service, 'ada@example.com')
  const isTried = ({ attempts }: { attempts: unknown[] }) => attempts.length > 0
  return untilLog(service, message, isTried, 'the attempt in the log')
}

// What a server says goes into the log, so it must not be able to keep its outcome, or that of the deliveries
// recorded with it, out of the database.
test.each([
  ['is not SMTP', Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'), /SSH/],
  ['holds a NUL', Buffer.from('hello\0there\r\n'), /hello/],
  ['is no text', Buffer.from([0xff, 0xfe, 0x00, 0xed, 0xa0, 0x80, 0x0d, 0x0a]), /./],
  ['is long and full of emoji', Buffer.from(`x${'🎉'.repeat(2000)}\r\n`), /./],
])('a server whose greeting %s leaves a deferred delivery', async (_what, greeting, error) => {
  const log = await deliverTo(await startGreeter(greeting))
  expect(log.status).toBe('deferred')
  expect(log.attempts[0]?.reply).toBeNull()
  expect(log.attempts[0]?.error).toMatch(error)
  expect(log.attempts[0]?.error).not.toMatch(/[\u0000-\u001f\u007f]/)
})

test.each([
  ['holds a NUL', 'no\0way', /^no way$/],
  ['is long and full of emoji', `x${'🎉'.repeat(505)}`, /^x🎉/u],
  ['is in no known encoding', Buffer.from([0x6e, 0xff, 0xfe]).toString('latin1'), /^n/],
])('a reply that %s is kept as far as it can be', async (_what, text, kept) => {
  const log = await deliverTo(await startGreeter(Buffer.from(`554 5.3.2 ${text}\r\n`)))
  expect(log.status).toBe('deferred')
  expect(log.last_reply).toMatchObject({ code: 554, enhanced_code: '5.3.2' })
  expect(log.last_reply?.text).toMatch(kept)
  expect(log.last_reply?.text.length).toBeLessThanOrEqual(1000)
})

// The server may take ten minutes for what nobody waits for.
test('a refusal is recorded at once where the server takes DATA all the same and then says nothing', async () => {
  const server = await startScriptedServer({ rcpt: '550 5.1.1 No such user', end: silence })
  closers.push(() => server.close())
  const log = await deliverTo(server.port)
  expect(log.status).toBe('bounced')
  expect(log.last_reply).toMatchObject({ code: 550, enhanced_code: '5.1.1' })
})
