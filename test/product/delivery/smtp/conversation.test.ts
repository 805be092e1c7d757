import { afterEach, expect, test } from 'vitest'
import { maxConversationBytes } from '../../../../server/product/delivery/smtp/transcript.js'
import { AttemptTrace } from '../../../../server/product/delivery/smtp/trace.js'
import { cut, offers, startScriptedServer, type Script } from '../../../support/mail-servers/scripted-smtp.js'
import { attempt, mail, transportTo, type Relay } from './attempts.js'

/** Tests the record of conversations with servers that follow a script. */

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function linesOf(script: Script, relay: Relay = {}, message = {}): Promise<string[]> {
  const trace = new AttemptTrace()
  await attempt(script, { trace, ...message }, relay)
  return trace.transcript.text()?.split('\n') ?? []
}

const connected = expect.stringMatching(/^\* connected to 127\.0\.0\.1 \(127\.0\.0\.1\), port \d+$/) as string
const hello = ['S: 220 mx.test ESMTP', 'C: EHLO sender.test', 'S: 250-mx.test', 'S: 250 HELP']
const from = 'C: MAIL FROM:<b+1@bounces.shop.example>'
const to = 'C: RCPT TO:<ada@example.com>'
const delivered = ['S: 354 Go on', 'C: [message of 22 bytes]', 'S: 250 2.0.0 Taken']
/** Without pipelining. */
const sent = [from, 'S: 250 2.1.0 OK', to, 'S: 250 2.1.5 OK', 'C: DATA', ...delivered]

test('a message that is delivered in clear: everything but its content', async () => {
  expect(await linesOf({ ehlo: offers() })).toEqual([connected, ...hello, ...sent])
})

test('commands that go in one write come before their replies', async () => {
  const pipelined = [`${from} SIZE=22`, to, 'C: DATA', 'S: 250 2.1.0 OK', 'S: 250 2.1.5 OK', ...delivered]
  expect((await linesOf({})).slice(-pipelined.length)).toEqual(pipelined)
})

test('a connection that is encrypted', async () => {
  const script = { ehlo: [offers('STARTTLS'), offers()] }
  expect(await linesOf(script, { tls: 'required', host: 'localhost' })).toEqual([
    expect.stringContaining('* connected to localhost ('),
    'S: 220 mx.test ESMTP',
    'C: EHLO sender.test',
    'S: 250-mx.test',
    'S: 250-STARTTLS',
    'S: 250 HELP',
    'C: STARTTLS',
    'S: 220 2.0.0 Go ahead',
    expect.stringMatching(/^\* encrypted by TLSv1\.3, TLS_[A-Z0-9_]+, authentication: certificate$/),
    'C: EHLO sender.test',
    'S: 250-mx.test',
    'S: 250 HELP',
    ...sent,
  ])
})

test('an encryption that fails, and the second connection that goes without', async () => {
  const lines = await linesOf({ ehlo: offers('STARTTLS'), brokenTls: true })
  const failed = lines.findIndex((line) => line.startsWith('* The TLS handshake failed'))
  expect(lines[failed - 1]).toBe('S: 220 2.0.0 Go ahead')
  expect(lines[failed + 1]).toEqual(connected)
  expect(lines.at(-1)).toBe('S: 250 2.0.0 Taken')
})

test('a server that refuses for now, with all lines of its reply', async () => {
  const script = { ehlo: offers(), rcpt: '451-4.3.0 Busy\r\n451 4.3.0 Come back' }
  expect((await linesOf(script)).slice(-3)).toEqual([to, 'S: 451-4.3.0 Busy', 'S: 451 4.3.0 Come back'])
})

test('a server that refuses what it was sent in one go: up to the refusal', async () => {
  const lines = await linesOf({ mail: '550 5.7.1 No', rcpt: '503 Bad sequence', data: '503 Bad sequence' })
  expect(lines.slice(-4)).toEqual([`${from} SIZE=22`, to, 'C: DATA', 'S: 550 5.7.1 No'])
})

test.each([
  ['cuts', cut, '* The server ended the connection.'],
  ['talks nonsense', 'What?', '* The server sent something that is not a reply.'],
])('a server that %s', async (_name, rcpt, last) => {
  expect((await linesOf({ ehlo: offers(), rcpt })).slice(-2)).toEqual([to, last])
})

test('the second message on a connection has its own part alone', async () => {
  const server = await startScriptedServer({ ehlo: offers() })
  closers.push(() => server.close())
  const transport = transportTo(server.port)
  closers.push(() => transport.close())
  const traces = [new AttemptTrace(), new AttemptTrace()]
  for (const trace of traces) await transport.send({ ...mail, trace })
  expect(server.connections).toHaveLength(1)
  expect(traces[1]?.transcript.text()?.split('\n')).toEqual(sent)
})

test('nobody is told what follows a message that was refused', async () => {
  const server = await startScriptedServer({ rcpt: ['550 5.1.1 No', '250 2.1.5 OK'] })
  closers.push(() => server.close())
  const transport = transportTo(server.port)
  closers.push(() => transport.close())
  const traces = [new AttemptTrace(), new AttemptTrace()]
  for (const trace of traces) await transport.send({ ...mail, trace })
  expect(traces[0]?.transcript.text()?.split('\n').at(-1)).toBe('S: 550 5.1.1 No')
  expect(traces[1]?.transcript.text()?.split('\n')[0]).toBe('C: RSET')
})

const password = 'not-this-one'
const secrets = [
  password,
  ...[`\0ada\0${password}`, password, 'ada'].map((text) => Buffer.from(text).toString('base64')),
]

test.each([
  ['PLAIN', ['C: AUTH PLAIN ***', 'S: 235 2.7.0 Welcome'], undefined],
  [
    'LOGIN',
    ['C: AUTH LOGIN', 'S: 334 VXNlcm5hbWU6', 'C: ***', 'S: 334 UGFzc3dvcmQ6', 'C: ***', 'S: 235 OK'],
    ['334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6', '235 OK'],
  ],
])('a login by %s is told without what it is made with', async (method, expected, auth) => {
  const script = { ehlo: [offers('STARTTLS'), offers(`AUTH ${method}`)], ...(auth && { auth }) }
  const relay: Relay = { tls: 'required', host: 'localhost', credentials: { user: 'ada', password } }
  const lines = await linesOf(script, relay)
  expect(lines.join('\n')).toContain(`\n${expected.join('\n')}\n`)
  expect(lines.at(-1)).toBe('S: 250 2.0.0 Taken')
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret)
})

test.each([
  ['in its reply', (said: string) => `500 5.5.2 Unknown: ${said}`],
  ['without a code', (said: string) => said],
  ['without a code, after as much as is told of garbage', (said: string) => `${'x'.repeat(90)}${said}`],
])('a server that repeats the login %s tells nobody', async (_name, reply) => {
  const plain = Buffer.from(`\0ada\0${password}`).toString('base64')
  const trace = new AttemptTrace()
  const { result } = await attempt(
    { ehlo: [offers('STARTTLS'), offers('AUTH PLAIN')], auth: reply(`AUTH PLAIN ${plain} (${password})`) },
    { trace },
    { tls: 'required', host: 'localhost', credentials: { user: 'ada', password } },
  )
  const told = JSON.stringify([result, trace.transcript.text()])
  expect(result.step).toBe('auth')
  for (const secret of [...secrets, plain.slice(0, 8)]) expect(told).not.toContain(secret)
})

test('a server that answers at length stays within the bound', async () => {
  const novel = Array.from({ length: 99 }, (_, line) => `550-${line} ${'long '.repeat(300)}`)
  const lines = await linesOf({ ehlo: offers(), rcpt: [...novel, '550 The end'].join('\r\n') })
  expect(Buffer.byteLength(lines.join('\n'))).toBeLessThanOrEqual(maxConversationBytes)
})

test('a message of a megabyte is one line', async () => {
  const message = Buffer.from(`Subject: Big\r\n\r\n${'secret\r\n'.repeat(130_000)}`)
  const lines = await linesOf({ ehlo: offers() }, {}, { message })
  expect(lines.slice(-2)).toEqual([`C: [message of ${message.length} bytes]`, 'S: 250 2.0.0 Taken'])
  expect(lines.join('\n')).not.toContain('secret')
})
