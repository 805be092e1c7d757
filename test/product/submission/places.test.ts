import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { patientClient } from '../../support/time/patiently.js'
import { talk, type Client } from '../../support/mail-servers/smtp-talk.js'
import { listen, sendOn, signIn } from './listening.js'

/** Signs in on `count` connections, and leaves them open. */
async function open(port: number, key: string, count: number): Promise<Client[]> {
  const clients: Client[] = []
  for (let at = 0; at < count; at += 1) {
    const { client, reply } = await signIn(port, key)
    onTestFinished(() => client.end())
    if (reply?.startsWith('235 ') === true) clients.push(client)
    else expect(reply).toMatch(/^454 4\.7\.0 This (key|workspace) has \d+ connections/)
  }
  return clients
}

test('one key has an eighth of the places, one workspace a quarter, and others sign in', async () => {
  const port = await listen({ connections: 80 })
  expect(await open(port, 'greedy one', 12)).toHaveLength(10)
  expect(await open(port, 'greedy two', 12)).toHaveLength(10)
  const { client, reply } = await signIn(port, 'greedy three')
  expect(reply).toBe('454 4.7.0 This workspace has 20 connections, the most for one: close some')
  expect(await client.say('MAIL FROM:<a@shop.example>')).toMatch(/^530 /)
  const other = await signIn(port, 'honest one')
  expect(other.reply).toMatch(/^235 /)
  expect(await sendOn(other.client)).toMatch(/^250 2\.0\.0 Accepted/)
})

test('connections of keys that were revoked do not keep their workspace from signing in', async () => {
  const revoked = new Set<string>()
  const port = await listen({ connections: 32 }, undefined, revoked)
  const leaked = [...(await open(port, 'shop leaked', 4)), ...(await open(port, 'shop issued', 4))]
  expect((await signIn(port, 'shop new')).reply).toMatch(/^454 /)
  for (const key of ['leaked', 'issued']) revoked.add(`shop ${key}`)
  expect(await open(port, 'shop new', 4)).toHaveLength(4)
  for (const client of leaked)
    expect(await client.reply()).toBe('421 4.7.0 This API key may not send any more')
})

test('a place is free again when its connection ends', async () => {
  const port = await listen({ connections: 8 })
  for (let times = 0; times < 5; times += 1) {
    const { client, reply } = await signIn(port, 'shop key')
    expect(reply).toMatch(/^235 /)
    expect(await client.say('QUIT')).toMatch(/^221 /)
    expect(await client.reply()).toBeUndefined()
  }
})

test('where a port is full, the connection that has been idle for longest gives its place, and says why', async () => {
  const port = await listen({ connections: 4 })
  const clients: Client[] = []
  for (const owner of ['a', 'b', 'c', 'd']) clients.push(...(await open(port, `${owner} key`, 1)))
  const [first, second, ...rest] = clients
  // It has done something since, and what does nothing for a message is no use of a place.
  expect(await sendOn(first!)).toMatch(/^250 /)
  expect(await second?.say('NOOP')).toMatch(/^250 /)
  const newcomer = await signIn(port, 'e key')
  expect(newcomer.reply).toMatch(/^235 /)
  expect(await second?.reply()).toBe('421 4.3.2 Too many connections: this one was idle. Try again later')
  expect(await second?.reply()).toBeUndefined()
  for (const client of [first!, ...rest, newcomer.client]) expect(await sendOn(client)).toMatch(/^250 /)
})

test('nobody loses a place within a message, and who waits for a reply keeps it too', async () => {
  let accept: () => void = () => undefined
  const accepted = new Promise<void>((resolve) => (accept = resolve))
  const port = await listen({ connections: 2 }, () => accepted)
  const [sending] = await open(port, 'a key', 1)
  await sending?.begin('a@shop.example', 'ada@example.com')
  const [waiting] = await open(port, 'b key', 1)
  await waiting?.begin('b@shop.example', 'ada@example.com')
  const reply = waiting?.say('Hi.\r\n.')
  for (let times = 0; times < 3; times += 1)
    expect((await talk(port)).greeting).toBe('421 4.3.2 Too many connections')
  accept()
  expect(await reply).toMatch(/^250 2\.0\.0 Accepted/)
  // That one is idle now.
  expect((await signIn(port, 'c key')).reply).toMatch(/^235 /)
  expect(await waiting?.reply()).toMatch(/^421 4\.3\.2 /)
  expect(await sending?.say('Hi.\r\n.')).toMatch(/^250 2\.0\.0 Accepted/)
})

test.each(['NOOP', 'RSET', 'EHLO shop.example', 'HELP', 'noop'])(
  'a flood of %s ends the connection, however it comes',
  async (command) => {
    const port = await listen({ idleCommands: 20 })
    const [oneByOne, atOnce] = await open(port, 'shop key', 2)
    for (let times = 0; times < 20; times += 1) expect(await oneByOne?.say(command)).toMatch(/^2/)
    expect(await oneByOne?.say(command)).toBe('421 4.7.0 Too many commands without a message')
    expect(await oneByOne?.reply()).toBeUndefined()
    atOnce?.write(`${command}\r\n`.repeat(5_000))
    for (let times = 0; times < 20; times += 1) expect(await atOnce?.reply()).toMatch(/^2/)
    expect(await atOnce?.reply()).toMatch(/^421 4\.7\.0 /)
    expect(await atOnce?.reply()).toBeUndefined()
  },
)

test('a flood of MAIL and RSET, and one of recipients, end the connection', async () => {
  const port = await listen({ idleCommands: 20, laterRecipients: 30 })
  const [begins, collects] = await open(port, 'shop key', 2)
  begins?.write('MAIL FROM:<a@shop.example>\r\nRSET\r\n'.repeat(100))
  for (let times = 0; times < 41; times += 1) expect(await begins?.reply()).toMatch(/^250 /)
  expect(await begins?.reply()).toMatch(/^421 4\.7\.0 /)
  await collects?.say('MAIL FROM:<a@shop.example>')
  collects?.write(Array.from({ length: 500 }, (_, at) => `RCPT TO:<r${at}@example.com>\r\n`).join(''))
  for (let times = 0; times < 50; times += 1) expect(await collects?.reply()).toMatch(/^250 /)
  for (let times = 0; times < 31; times += 1) expect(await collects?.reply()).toMatch(/^452 /)
  expect(await collects?.reply()).toMatch(/^421 4\.5\.3 /)
})

test('a client that sends may say NOOP as often between its messages', async () => {
  const port = await listen({ idleCommands: 5 })
  const [client] = await open(port, 'shop key', 1)
  for (let times = 0; times < 10; times += 1) {
    for (let again = 0; again < 4; again += 1) expect(await client?.say('NOOP')).toMatch(/^250 /)
    expect(await sendOn(client!)).toMatch(/^250 /)
  }
})

test('a connection whose time is up ends behind its message, or in a pause', async () => {
  const port = await listen({ connectionMs: 200 })
  const [sending, idle] = await open(port, 'shop key', 2)
  await sending?.begin('a@shop.example', 'ada@example.com')
  expect(await idle?.reply()).toBe('421 4.4.2 The connection has lasted long enough: connect anew')
  expect(await sending?.say('Hi.\r\n.')).toMatch(/^250 2\.0\.0 Accepted/)
  expect(await sending?.reply()).toMatch(/^421 4\.4\.2 /)
  expect(await sending?.reply()).toBeUndefined()
})

test('a message that never ends does not keep a connection for ever', async () => {
  const port = await listen({ connectionMs: 50, lastMessageMs: 50 })
  const [client] = await open(port, 'shop key', 1)
  expect(await client?.begin('a@shop.example', 'ada@example.com')).toMatch(/^354 /)
  const drip = setInterval(() => client?.write('x'), 10)
  onTestFinished(() => clearInterval(drip))
  expect(await client?.reply()).toBe('421 4.4.2 The message took too long')
  expect(await client?.reply()).toBeUndefined()
})

test('a pool of nodemailer sends on through the ends of its connections', async () => {
  const port = await listen({ connectionMs: 100, connections: 16 })
  const transport = createTransport({
    ...patientClient,
    pool: true,
    maxConnections: 2,
    maxMessages: Infinity,
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    auth: { user: 'postseal', pass: 'shop key' },
  })
  onTestFinished(() => transport.close())
  const until = performance.now() + 1_000
  const replies: string[] = []
  const send = async () => {
    while (performance.now() < until) {
      const mail = { from: 'a@shop.example', to: 'ada@example.com', text: `${replies.length}` }
      replies.push((await transport.sendMail(mail)).response)
    }
  }
  await Promise.all([send(), send(), send()])
  expect(replies.length).toBeGreaterThan(10)
  for (const reply of replies) expect(reply).toMatch(/^250 2\.0\.0 Accepted/)
})
