import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import {
  cut,
  offers,
  silence,
  startScriptedServer,
  type Script,
  type ScriptedServer,
} from '../../../support/mail-servers/scripted-smtp.js'
import type { TimeOuts } from '../../../../server/product/delivery/smtp/session/time-outs.js'
import { until } from '../../../support/time/until.js'
import { attempt, mail, transportTo, verdictOf, type Relay } from './attempts.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function started(script: Script, relay: Relay = {}, timeOuts: Partial<TimeOuts> = {}) {
  const server: ScriptedServer = await startScriptedServer(script)
  closers.push(() => server.close())
  const transport = transportTo(server.port, relay, timeOuts)
  closers.push(() => transport.close())
  return { server, transport }
}

const hello = 'EHLO sender.test'
const from = 'MAIL FROM:<b+1@bounces.shop.example>'
const to = 'RCPT TO:<ada@example.com>'

test('the commands of a message are those that the server offers', async () => {
  const { server } = await attempt({})
  expect(server.connections).toEqual([[hello, `${from} SIZE=22`, to, 'DATA', 'QUIT']])
  const plain = await attempt({ ehlo: '500 What?' })
  expect(plain.server.connections).toEqual([[hello, 'HELO sender.test', from, to, 'DATA', 'QUIT']])
})

test.each([
  [
    'a body that is not ASCII',
    { message: Buffer.from('Subject: x\r\n\r\nGrüße\r\n') },
    ' SIZE=23 BODY=8BITMIME',
  ],
  [
    'a header that is not ASCII',
    { message: Buffer.from('To: grüße@example.com\r\n\r\nHi\r\n') },
    ' SIZE=31 BODY=8BITMIME SMTPUTF8',
  ],
  ['a recipient that is not ASCII', { to: 'grüße@example.com' }, ' SIZE=22 SMTPUTF8'],
])('%s says what it needs', async (_name, message, parameters) => {
  const { server, result } = await attempt({}, message)
  expect(result.reply?.code).toBe(250)
  expect(server.connections[0]?.[1]).toBe(`${from}${parameters}`)
})

/** Returns the first piece that arrives from a client whose EHLO was answered, while nothing else is answered. */
async function firstWriteTo(extensions: string): Promise<string> {
  let writes = 0
  const received = new Promise<string>((resolve) => {
    const server = createServer((socket) => {
      socket.write('220 mx\r\n')
      socket
        .on('error', () => undefined)
        .on('data', (chunk: Buffer) => {
          writes += 1
          if (writes === 1) socket.write(`${extensions}\r\n`)
          else resolve((socket.destroy(), chunk.toString()))
        })
    })
    server.listen(0, '127.0.0.1', () => {
      const transport = transportTo((server.address() as AddressInfo).port)
      closers.push(() => new Promise((done) => server.close(done)))
      void transport.send(mail).then(() => transport.close())
    })
  })
  return received
}

test('the envelope goes in one write where the server can read it so, else a command at a time', async () => {
  expect(await firstWriteTo(offers('PIPELINING'))).toBe(`${from}\r\n${to}\r\nDATA\r\n`)
  expect(await firstWriteTo(offers('8BITMIME'))).toBe(`${from}\r\n`)
})

test('a recipient that is refused while DATA is taken leaves nothing behind', async () => {
  const { server, transport } = await started({ rcpt: ['550 5.1.1 No such user', '250 OK'] })
  expect(await transport.send(mail)).toMatchObject({ step: 'rcpt', reply: { code: 550 } })
  expect(await transport.send(mail)).toMatchObject({ step: 'end', reply: { code: 250 } })
  expect(server.messages.map(String)).toEqual(['', 'Subject: Hello\r\n\r\nHi\r\n'])
  // On the same connection, with a clean slate.
  expect(server.connections).toEqual([
    [hello, `${from} SIZE=22`, to, 'DATA', 'RSET', `${from} SIZE=22`, to, 'DATA'],
  ])
})

const refusal = '550 5.1.1 No such user'

test.each<[string, Script]>([
  ['MAIL, with all that follows unanswered', { mail: [refusal, '250 OK'], rcpt: [silence, '250 OK'] }],
  ['MAIL, and DATA is taken', { mail: [refusal, '250 OK'], end: [silence, '250 OK'] }],
  ['the recipient, and DATA is not answered', { rcpt: [refusal, '250 OK'], data: [silence, '354 Go on'] }],
  ['the recipient, and DATA is taken', { rcpt: [refusal, '250 OK'], end: [silence, '250 OK'] }],
])('a refusal of %s counts at once, and the next message goes elsewhere', async (_what, script) => {
  const { server, transport } = await started(script, {}, { tidy: 100 })
  expect(await transport.send(mail)).toMatchObject({ reply: { code: 550, enhanced_code: '5.1.1' } })
  expect(await transport.send(mail)).toMatchObject({ step: 'end', reply: { code: 250 } })
  expect(server.connections).toHaveLength(2)
  // The first connection is not kept.
  expect(transport.connections()).toEqual({ open: 1, idle: 1 })
})

test('a refusal with all replies behind it leaves the connection of use', async () => {
  const { server, transport } = await started({
    mail: [refusal, '250 OK'],
    rcpt: ['503 5.5.1 MAIL first', '250 OK'],
    data: ['503 5.5.1 RCPT first', '354 Go on'],
  })
  expect(await transport.send(mail)).toMatchObject({ step: 'mail', reply: { code: 550 } })
  expect(await transport.send(mail)).toMatchObject({ step: 'end', reply: { code: 250 } })
  expect(server.connections).toHaveLength(1)
})

test('a connection whose server owes replies is cut when the transport closes', async () => {
  const { server, transport } = await started({ rcpt: refusal, end: silence })
  await transport.send(mail)
  await transport.close()
  expect(transport.connections()).toEqual({ open: 0, idle: 0 })
  expect(server.connections[0]).not.toContain('QUIT')
})

test('without pipelining nothing is said behind a refusal', async () => {
  const { server, transport } = await started({
    ehlo: offers('SIZE'),
    rcpt: ['550 5.1.1 No such user', '250 OK'],
  })
  await transport.send(mail)
  await transport.send(mail)
  expect(server.connections[0]?.slice(1)).toEqual([
    `${from} SIZE=22`,
    to,
    'RSET',
    `${from} SIZE=22`,
    to,
    'DATA',
  ])
  expect(server.messages).toHaveLength(1)
})

test.each(['b@x.example>\r\nRCPT TO:<eve@example.com', 'a b@x.example', 'a\0@x.example', 'a@x.example> X=<'])(
  'no address can say another command: %j',
  async (address) => {
    for (const message of [{ to: address }, { from: address }]) {
      const { server, result } = await attempt({}, message)
      expect(verdictOf(result)).toMatchObject({ status: 'failed', class: 'unsupported' })
      expect(server.connections[0]).toEqual([hello, 'QUIT'])
    }
  },
)

test.each([
  [/^The server accepts messages of 10 bytes at most\.$/, 'SIZE 10', mail.message],
  [/^5\.6\.3 .*8BITMIME/, 'SIZE', Buffer.from('Subject: x\r\n\r\nGrüße\r\n')],
])('what the server cannot take is said: %s', async (error, extension, message) => {
  const { result, server } = await attempt({ ehlo: offers(extension) }, { message })
  expect(result.reply === undefined && result.error).toMatch(error)
  expect(server.connections[0]).toEqual([hello, 'QUIT'])
})

test('a message whose end was not answered may have arrived, one that was cut before has not', async () => {
  const atEnd = await attempt({ end: cut })
  expect(verdictOf(atEnd.result).error).toMatch(/may have arrived/)
  const large = Buffer.from(`Subject: x\r\n\r\n${'0123456789\r\n'.repeat(1_000_000)}`)
  const within = await attempt({ ehlo: offers('PIPELINING'), cutAfterBytes: 100_000 }, { message: large })
  expect(verdictOf(within.result).error).not.toMatch(/may have arrived/)
})

test.each([
  ['the gate', 1, []],
  ['the envelope', 2, [hello, 'QUIT']],
  ['the data', 3, [hello, `${from} SIZE=22`, to, 'DATA']],
])('what may not begin any more is given up before %s', async (_name, times, commands) => {
  const { server, transport } = await started({})
  let asked = 0
  const mayBegin = () => Promise.resolve((asked += 1) < times)
  const result = await transport.send({ ...mail, mayBegin })
  expect(result).toMatchObject({ reply: undefined, failure: 'not_begun' })
  await transport.close()
  await until(() => server.connections.flat().length >= commands.length, 'what the server was told')
  expect(server.connections.flat()).toEqual(commands)
  expect(server.messages).toEqual([])
})

test('a message that may not begin keeps nobody else from the connection', async () => {
  const { server, transport } = await started({})
  let asked = 0
  await transport.send({ ...mail, mayBegin: () => Promise.resolve((asked += 1) < 2) })
  expect(await transport.send(mail)).toMatchObject({ step: 'end', reply: { code: 250 } })
  expect(server.connections).toHaveLength(1)
})
