import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultLimits } from '../../../../server/product/inbound/smtp/limits.js'
import { largeShares } from '../../../../server/product/inbound/take/spool.js'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { inbox, send } from '../../../support/messages/mail.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../../../support/service/process.js'
import { until } from '../../../support/time/until.js'
import { dsnVectors } from '../../../vectors/dsn.js'

/** Half-closed connections: Exim closes its side after the message, and then waits for the reply. */

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let service: ServiceProcess
beforeAll(async () => {
  database = await createMigratedDatabase()
  service = await startProcess(
    await serviceEnv({
      DATABASE_URL: database.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
      POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
    }),
  )
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const person = 'From: ada@example.com\r\nSubject: Hello\r\n\r\nHi\r\n'
const large = `X: ${'x'.repeat(70)}\r\n`.repeat(20_000)

function open(variable: string, localAddress = '127.0.0.1'): Socket {
  const port = Number(service.env[variable])
  const socket = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true })
  return socket.setEncoding('latin1').on('error', () => undefined)
}

/** Sends the text, closes this side, and returns the replies up to the server's own close. */
async function halfClosed(variable: string, text: string): Promise<string[]> {
  const socket = open(variable)
  let received = ''
  socket.on('data', (chunk: string) => (received += chunk))
  // Waits for the greeting, because the server refuses clients that speak first.
  socket.once('data', () => socket.end(text))
  await new Promise((resolve) => socket.once('end', resolve))
  return received.trimEnd().split('\r\n')
}

const mail = (to: string, raw: string, more = '') =>
  `MAIL FROM:<ada@example.com>\r\nRCPT TO:<${to}>\r\nDATA\r\n${raw}.\r\n${more}`
const replies = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('250-'))

const inbound = 'POSTSEAL_INBOUND_PORT'
const sink = 'POSTSEAL_SINK_PORT'

test('inbound, taken: the reply to the data comes, and the socket is closed', async () => {
  await send(service, 'reader@example.com')
  const returnPath = await until(async () => {
    const [mail] = await inbox(service.url, 'reader@example.com')
    return mail?.envelope.from
  }, 'the delivery')
  const dsn = dsnVectors[0]?.raw(returnPath, 'reader@example.com').replace(/\n/g, '\r\n') ?? ''
  const text = `EHLO peer.example\r\n${mail(returnPath, `${dsn}\r\n`)}`
  expect((await halfClosed(inbound, text)).at(-1)).toBe('250 2.0.0 Thank you')
  const withQuit = await halfClosed(inbound, `${text}QUIT\r\n`)
  expect(withQuit.slice(-2)).toEqual(['250 2.0.0 Thank you', expect.stringMatching(/^221 /)])
})

test.each([
  ['inbound, refused', inbound, mail('fbl@bounces.shop.example', person), /^550 5\.6\.0 /],
  ['the sink, taken', sink, mail('ada@example.com', person), /^250 2\.0\.0 OK snk_/],
  ['the sink, refused for now', sink, mail('defer+always@example.com', person), /^451 4\.3\.0 /],
])('%s: the reply to the data comes, and the socket is closed', async (_, port, text, expected) => {
  const alone = replies(await halfClosed(port, `EHLO peer.example\r\n${text}`))
  expect(alone).toHaveLength(6)
  expect(alone[4]).toMatch(/^354 /)
  expect(alone[5]).toMatch(expected)

  const withQuit = replies(await halfClosed(port, `EHLO peer.example\r\n${text}QUIT\r\n`))
  expect(withQuit.slice(5)).toEqual([expect.stringMatching(expected), expect.stringMatching(/^221 /)])
})

test('inbound, refused for now: the reply to the data comes', async () => {
  // Unfinished large reports, as many as the server accepts of an address at once.
  const accepted = Math.floor(defaultLimits.largeReports * largeShares.ofAddress)
  const others = Array.from({ length: accepted }, () => open(inbound, '127.0.0.1'))
  for (const socket of others) {
    let received = ''
    const taken = new Promise((resolve) => {
      socket.on('data', (chunk: string) => {
        received += chunk
        if (received.includes('\r\n354 ')) resolve(undefined)
      })
    })
    await new Promise((resolve) => socket.once('data', resolve))
    socket.write('EHLO peer.example\r\nMAIL FROM:<>\r\nRCPT TO:<dmarc@bounces.shop.example>\r\nDATA\r\n')
    await taken
    await new Promise((resolve) => socket.write(large, resolve))
  }
  const report = `EHLO peer.example\r\n${mail('dmarc@bounces.shop.example', large)}`
  await until(
    async () => /^452 4\.3\.1 /.test((await halfClosed(inbound, report)).at(-1) ?? ''),
    'a reply that refuses one more',
  )
  for (const socket of others) socket.destroy()
})

test.each([
  ['nothing', ''],
  ['half a command', 'EHLO peer.exa'],
  [
    'half a message',
    'EHLO peer.example\r\nMAIL FROM:<>\r\nRCPT TO:<fbl@bounces.shop.example>\r\nDATA\r\nX: y\r\n',
  ],
])('a client that says %s and closes its side is closed', async (_, text) => {
  const [greeting] = await halfClosed(inbound, text)
  expect(greeting).toMatch(/^220 /)
})
