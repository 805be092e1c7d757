import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { dsnVectors } from '../../vectors/dsn.js'
import { until } from '../../support/time/until.js'
import { submit, talk, type Client } from '../../support/mail-servers/smtp-talk.js'
import { useRig, type Delivered } from './support.js'
import { runs } from '../../support/run/sampled.js'

const rig = useRig()

const dsnOf = ({ address, log }: Delivered): string => dsnVectors[0]?.raw(address, log.recipient) ?? ''

test('a client that says nothing is told and cut off', async () => {
  const { port } = await rig.start({ limits: { idleMs: 30 } })
  const client = await talk(port)
  expect(await client.reply()).toMatch(/^421 /)
  expect(await client.reply()).toBeUndefined()
})

test('a client that drips is cut off when its time is up, within a message too', async () => {
  const { address } = await rig.delivered()
  const { port } = await rig.start({ limits: { connectionMs: 300, idleMs: 3_600_000 } })
  const client = await talk(port)
  expect(await client.begin('', address)).toMatch(/^354 /)
  const drip = setInterval(() => client.write('x'), 10)
  expect(await client.reply()).toMatch(/^421 4\.4\.2 /)
  expect(await client.reply()).toBeUndefined()
  clearInterval(drip)
})

async function begun(port: number, from?: string): Promise<Client> {
  const client = await talk(port, from)
  await client.say('EHLO peer.example')
  expect(await client.say('MAIL FROM:<>')).toMatch(/^250 /)
  return client
}

test('so many connections at once, and a place is free again when one ends', async () => {
  const { port } = await rig.start({ limits: { connections: 3 } })
  const clients = await Promise.all([begun(port), begun(port), begun(port)])
  expect((await talk(port)).greeting).toMatch(/^421 4\.3\.2 /)
  for (const client of clients) expect(await client.say('NOOP')).toMatch(/^250/)
  clients[0]?.end()
  await until(async () => (await talk(port)).greeting?.startsWith('220'), 'a place')
})

test('one address has its share of them', async () => {
  const { port } = await rig.start({ limits: { connectionsOfAddress: 2 } })
  const clients = await Promise.all([talk(port), talk(port)])
  const third = await talk(port)
  expect(third.greeting).toMatch(/^421 4\.7\.0 /)
  expect(await third.reply()).toBeUndefined()
  await clients[0]?.say('QUIT')
  await until(async () => (await talk(port)).greeting?.startsWith('220'), 'a place')
})

test('a hundred connections that say nothing, from ten addresses, keep nobody out', async () => {
  const { port } = await rig.start()
  const addresses = Array.from({ length: 100 }, (_, index) => `127.0.${index % 10}.7`)
  const idle = await Promise.all(addresses.map((address) => talk(port, address)))
  const delivered = await rig.delivered()
  // Silent clients have one second to send something. The reporting server retries until there is room.
  await until(
    async () => (await submit(port, delivered.address, dsnOf(delivered)))?.startsWith('250'),
    'room',
  )
  expect((await rig.logOf(delivered)).status).toBe('bounced')
  expect(await idle[0]?.reply()).toMatch(/^421 4\.3\.2 /)
  for (const client of idle) client.end()
})

test('a hundred senders that drip, each from a network of its own, keep nobody out for long', async () => {
  const { port } = await rig.start({ limits: { pressedSlowMs: 1000 } })
  const { address } = await rig.delivered()
  const dripping = await Promise.all(
    Array.from({ length: 80 }, async (_, index) => {
      const client = await talk(port, `127.1.${index}.7`)
      expect(await client.begin('', address)).toMatch(/^354 /)
      return client
    }),
  )
  const drip = setInterval(() => dripping.forEach((client) => client.write('x')), 100)
  onTestFinished(() => clearInterval(drip))
  const delivered = await rig.delivered()
  await until(
    async () => (await submit(port, delivered.address, dsnOf(delivered)))?.startsWith('250'),
    'room',
  )
  expect((await rig.logOf(delivered)).status).toBe('bounced')
  for (const client of dripping) client.end()
})

test('a client that has brought a report keeps a place where strangers hold all that they may', async () => {
  const { port } = await rig.start({ limits: { connections: 5 } })
  const delivered = await rig.delivered()
  await submit(port, delivered.address, dsnOf(delivered))
  // A message that reports nothing of ours makes nobody known.
  const other = await talk(port, '127.0.1.5')
  await other.begin('', 'fbl@bounces.shop.example')
  expect(await other.say('Subject: Hello\r\n\r\nHi\r\n.')).toMatch(/^250 /)
  expect(await other.say('QUIT')).toMatch(/^221 /)
  const strangers: Client[] = []
  for (let index = 1; index <= 4; index += 1) strangers.push(await begun(port, `127.0.1.${index}`))
  expect((await talk(port, '127.0.1.5')).greeting).toMatch(/^421 4\.3\.2 /)
  expect((await talk(port)).greeting).toMatch(/^220 /)
  for (const client of strangers) client.end()
})

test('a client that speaks, and one within a message, keep their places; one that falls silent gives way', async () => {
  const long = 3_600_000
  const limits = { connections: 2, pressedIdleMs: 500, pressedStallMs: long, pressedConnectionMs: long }
  const { port } = await rig.start({ limits })
  const sender = await begun(port)
  const speaker = await talk(port)
  // Both are older than the limit by then, and the speaker has just spoken.
  for (let times = 0; times < 14; times += 1) {
    await sleep(50)
    expect(await speaker.say('NOOP')).toMatch(/^250 /)
  }
  expect((await talk(port)).greeting).toMatch(/^421 4\.3\.2 /)
  await until(async () => (await talk(port)).greeting?.startsWith('220'), 'a place')
  expect(await sender.say('NOOP')).toMatch(/^250 /)
})

test('a client that waits for our reply keeps its place, however long that takes', async () => {
  const [one, other] = [await rig.delivered(), await rig.delivered()]
  const limits = { connections: 2, pressedIdleMs: 50, pressedStallMs: 50, pressedConnectionMs: 50 }
  const { port } = await rig.start({ limits })
  const database = await rig.service.sql.connect()
  try {
    const data = await talk(port)
    await data.begin('', one.address)
    const rcpt = await talk(port)
    await rcpt.say('EHLO peer.example')
    await rcpt.say('MAIL FROM:<>')
    await database.query('begin; lock table message_logs in access exclusive mode')
    const replies = [
      data.say(`${dsnOf(one).replace(/\n/g, '\r\n')}\r\n.`),
      rcpt.say(`RCPT TO:<${other.address}>`),
    ]
    await sleep(200)
    expect((await talk(port)).greeting).toMatch(/^421 4\.3\.2 /)
    await database.query('rollback')
    for (const reply of replies) expect(await reply).toMatch(/^250 /)
  } finally {
    await database.query('rollback')
    database.release()
  }
})

test('who guesses at addresses is sent away', async () => {
  const { port } = await rig.start({ limits: { errors: 4 } })
  const client = await talk(port)
  await client.say('EHLO peer.example')
  await client.say('MAIL FROM:<>')
  client.write('RCPT TO:<ada@bounces.shop.example>\r\n'.repeat(50))
  for (let time = 0; time < 4; time += 1) expect(await client.reply()).toMatch(/^550 5\.1\.1 /)
  expect(await client.reply()).toMatch(/^421 4\.7\.0 /)
  expect(await client.reply()).toBeUndefined()
})

test.each(['NOOP', 'RSET', 'MAIL FROM:<>\r\nRSET'])('a flood of %s ends the connection', async (commands) => {
  const { port } = await rig.start({ limits: { idleCommands: 20 } })
  const client = await talk(port)
  await client.say('EHLO peer.example')
  client.write(`${commands}\r\n`.repeat(5_000))
  const perCommand = commands.split('\r\n').length
  // EHLO was one of the twenty.
  for (let times = 0; times < 19 * perCommand; times += 1) expect(await client.reply()).toMatch(/^250 /)
  if (perCommand > 1) expect(await client.reply()).toMatch(/^250 /)
  expect(await client.reply()).toBe('421 4.7.0 Too many commands without a message')
  expect(await client.reply()).toBeUndefined()
})

test.each([
  ['a line without end', 'x'.repeat(100_000)],
  ['a long command', `NOOP ${'x'.repeat(3000)}\r\n`],
  ['a request of a browser', 'GET / HTTP/1.1\r\nHost: mx.shop.example\r\n\r\n'],
])('%s ends the connection', async (_, text) => {
  const client = await talk(rig.port)
  client.write(text)
  expect(await client.reply()).toMatch(/^421 /)
  expect(await client.reply()).toBeUndefined()
})

test('a message that is too large is refused, announced or not, and the connection goes on', async () => {
  const delivered = await rig.delivered()
  const { port } = await rig.start({ limits: { messageBytes: 20_000 } })
  const client = await talk(port)
  expect(await client.say('EHLO peer.example')).toMatch(/SIZE 20000/)
  expect(await client.say('MAIL FROM:<> SIZE=20001')).toMatch(/^552 5\.3\.4 /)
  const padded = `${dsnOf(delivered).replace(/\n/g, '\r\n')}${'x'.repeat(20_000)}`
  await client.begin('', delivered.address)
  expect(await client.say(`${padded}\r\n.`)).toMatch(/^552 5\.3\.4 /)
  expect(await rig.logOf(delivered)).toEqual(delivered.log)
  await client.begin('', delivered.address)
  expect(await client.say(`${dsnOf(delivered).replace(/\n/g, '\r\n')}\r\n.`)).toMatch(/^250 /)
  client.end()
})

test('of a large message as much is kept as a report needs', async () => {
  const delivered = await rig.delivered()
  const { port } = await rig.start({ limits: { keptBytes: 4096 } })
  const raw = dsnOf(delivered).replace('Subject: Hello\n\n--', `X: ${'y '.repeat(100_000)}\n\n--`)
  expect(await submit(port, delivered.address, raw)).toMatch(/^250 /)
  expect((await rig.logOf(delivered)).status).toBe('bounced')
})

test('whatever bytes come, the next client is served', async () => {
  const { address } = await rig.delivered()
  const bytes = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) })
  const command = fc.constantFrom(
    'EHLO x',
    'MAIL FROM:<>',
    `RCPT TO:<${address}>`,
    'DATA',
    '.',
    'RSET',
    'MAIL FROM:<',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(bytes, command)), async (lines) => {
      const client = await talk(rig.port)
      client.write(lines.join('\r\n'))
      client.socket.end()
      while ((await client.reply()) !== undefined);
    }),
    { numRuns: runs(50) },
  )
  expect((await talk(rig.port)).greeting).toMatch(/^220 mx\.shop\.example /)
})
