import { afterEach, expect, test } from 'vitest'
import { SmtpConnections } from '../../../../server/product/delivery/smtp/connections/connections.js'
import { defaultTimeOuts } from '../../../../server/product/delivery/smtp/session/time-outs.js'
import { connectTcp } from '../../../../server/product/delivery/smtp/transports/configured.js'
import {
  cut,
  offers,
  silence,
  startScriptedServer,
  type Script,
} from '../../../support/mail-servers/scripted-smtp.js'
import { until } from '../../../support/time/until.js'
import { mail, transportTo } from './attempts.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function started(script: Script = {}) {
  const server = await startScriptedServer(script)
  closers.push(() => server.close())
  return server
}

/** Connections to one server, with lifetimes that a test can wait for. */
function connectionsTo(port: number, lifetimes?: { idle: number; age: number }): SmtpConnections {
  const connections = new SmtpConnections(
    {
      connect: async () => ({
        socket: await connectTcp('127.0.0.1', port, 1000),
        host: `127.0.0.1:${port}`,
        address: '127.0.0.1',
        tls: { mode: 'none' },
      }),
    },
    { hostname: 'sender.test', timeOuts: defaultTimeOuts },
    lifetimes,
  )
  closers.push(() => connections.close())
  return connections
}

const taken = { step: 'end', reply: { code: 250 } }

test('a connection takes one message after the other, refused ones too', async () => {
  const server = await started({
    rcpt: ['250 OK', '550 5.1.1 No', '250 OK'],
    end: ['250 OK', '554 5.6.0 No', '250 OK'],
  })
  const connections = connectionsTo(server.port)
  for (let time = 0; time < 5; time++) await connections.send(mail)
  expect(server.connections).toHaveLength(1)
  expect(connections.count()).toEqual({ open: 1, idle: 1 })
})

test('messages at the same time go over connections of their own', async () => {
  const server = await started()
  const connections = connectionsTo(server.port)
  await Promise.all(Array.from({ length: 4 }, () => connections.send(mail)))
  expect(server.connections).toHaveLength(4)
  expect(connections.count()).toEqual({ open: 4, idle: 4 })
})

test('one that has no work says goodbye after a while', async () => {
  const server = await started()
  const connections = connectionsTo(server.port, { idle: 30, age: 300_000 })
  await connections.send(mail)
  await until(() => server.connections[0]?.at(-1) === 'QUIT', 'the goodbye')
  expect(connections.count()).toEqual({ open: 0, idle: 0 })
  expect(await connections.send(mail)).toMatchObject(taken)
  expect(server.connections).toHaveLength(2)
})

test('one that is old is not used again', async () => {
  const server = await started()
  const connections = connectionsTo(server.port, { idle: 5_000, age: 0 })
  await connections.send(mail)
  await connections.send(mail)
  expect(server.connections).toHaveLength(2)
  await until(() => server.connections.every((commands) => commands.at(-1) === 'QUIT'), 'the goodbyes')
})

test.each([
  ['cut', cut],
  ['421', { thenCut: '421 4.4.2 Idle for too long' }],
])(
  'one that the server ends when it is used again (%s) is replaced, and nobody is told',
  async (_name, ending) => {
    const server = await started({ mail: ['250 OK', ending, '250 OK'] })
    const connections = connectionsTo(server.port)
    expect(await connections.send(mail)).toMatchObject(taken)
    expect(await connections.send(mail)).toMatchObject(taken)
    expect(server.connections).toHaveLength(2)
    expect(server.messages).toHaveLength(2)
  },
)

test.each([
  ['ends', { thenCut: '250 OK' }],
  ['says that it ends', Buffer.from('250 OK\r\n421 4.4.2 Bye\r\n')],
  ['says something it was not asked', Buffer.from('250 OK\r\n250 and more\r\n')],
])('one that the server %s while it waits is not used again', async (_name, end) => {
  const server = await started({ end: [end, '250 OK'] })
  const connections = connectionsTo(server.port)
  expect(await connections.send(mail)).toMatchObject(taken)
  await until(() => connections.count().open === 0, 'the end of the connection')
  expect(await connections.send(mail)).toMatchObject(taken)
  expect(server.connections).toHaveLength(2)
})

test('one that breaks within a message is not tried again here: it may have been taken', async () => {
  const server = await started({ end: ['250 OK', cut] })
  const connections = connectionsTo(server.port)
  await connections.send(mail)
  expect(await connections.send(mail)).toMatchObject({ step: 'end', failure: 'cut' })
  expect(server.messages).toHaveLength(2)
})

test('closing says goodbye where nothing is under way, and cuts the rest', async () => {
  const server = await started({ end: ['250 OK', '250 OK', silence] })
  const connections = connectionsTo(server.port)
  await Promise.all([connections.send(mail), connections.send(mail)])
  const unanswered = connections.send(mail)
  await until(() => server.messages.length === 3, 'the data')
  await connections.close()
  expect(await unanswered).toMatchObject({ step: 'end', failure: 'cut' })
  expect(server.connections.filter((commands) => commands.at(-1) === 'QUIT')).toHaveLength(1)
  expect(await connections.send(mail)).toMatchObject({ step: 'connect', failure: 'cut' })
  expect(server.connections).toHaveLength(2)
})

test('closing cuts a connection on which the server has not greeted', async () => {
  const server = await started({ greeting: silence })
  const connections = connectionsTo(server.port)
  const unanswered = connections.send(mail)
  await until(() => connections.count().open === 1, 'the connection')
  await connections.close()
  expect(await unanswered).toMatchObject({ step: 'greeting', failure: 'cut' })
})

test('what is sent more than twenty at once to a relay waits for its turn, the first first', async () => {
  const server = await started()
  const transport = transportTo(server.port)
  closers.push(() => transport.close())
  const order: number[] = []
  const results = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const result = await transport.send({ ...mail, to: `${number}@example.com` })
      order.push(number)
      return result
    }),
  )
  expect(results.every(({ reply }) => reply?.code === 250)).toBe(true)
  expect(server.connections.length).toBeLessThanOrEqual(20)
  const recipients = server.connections.flatMap((commands) =>
    commands.filter((line) => line.startsWith('RCPT')),
  )
  expect(recipients).toHaveLength(60)
  expect(order.indexOf(0)).toBeLessThan(order.indexOf(59))
})

const ehlo = offers('8BITMIME')

test.each<[at: string, script: Script, said: number]>([
  ['the greeting', { greeting: silence }, 0],
  ['MAIL', { ehlo, mail: silence }, 2],
  ['the end of the data', { ehlo, end: silence }, 4],
])('a mail that is given up at %s is cut off, and not sent again', async (_at, script, said) => {
  const server = await started(script)
  const connections = connectionsTo(server.port)
  const limit = new AbortController()
  const sending = connections.send({ ...mail, signal: limit.signal })
  await until(() => server.connections[0]?.length === said, 'the silence')
  limit.abort()
  expect(await sending).toMatchObject({ failure: 'cut' })
  expect(connections.count()).toEqual({ open: 0, idle: 0 })
  expect(server.connections).toHaveLength(1)
})

test('a mail that is given up on a connection that waited goes over no other', async () => {
  const server = await started({ ehlo, mail: ['250 OK', silence] })
  const connections = connectionsTo(server.port)
  await connections.send(mail)
  const limit = new AbortController()
  const sending = connections.send({ ...mail, signal: limit.signal })
  await until(() => server.connections[0]?.filter((line) => line.startsWith('MAIL')).length === 2, 'MAIL')
  limit.abort()
  expect(await sending).toMatchObject({ step: 'mail', failure: 'cut' })
  expect(server.connections).toHaveLength(1)
})

test('a mail that is given up while it is connected for is not sent when the connection is there', async () => {
  const server = await started()
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const connections = new SmtpConnections(
    {
      connect: async () => {
        await opened
        const socket = await connectTcp('127.0.0.1', server.port, 1000)
        return { socket, host: 'mx.test', address: '127.0.0.1', tls: { mode: 'none' } }
      },
    },
    { hostname: 'sender.test', timeOuts: defaultTimeOuts },
  )
  closers.push(() => connections.close())
  const limit = new AbortController()
  const sending = connections.send({ ...mail, signal: limit.signal })
  limit.abort()
  open()
  expect(await sending).toMatchObject({ failure: 'cut' })
  expect(server.connections.flat()).toEqual([])
})

test('a mail that is given up before it had its turn leaves it to the next', async () => {
  const server = await started({ ehlo, end: silence })
  const transport = transportTo(server.port)
  closers.push(() => transport.close())
  const first = Array.from({ length: 5 }, () => transport.send(mail))
  await until(() => server.connections.length === 5, 'as many as may go')
  const limit = new AbortController()
  const given = transport.send({ ...mail, to: 'given-up@example.com', signal: limit.signal })
  limit.abort()
  expect(await given).toMatchObject({ failure: 'timeout' })
  await transport.close()
  await Promise.all(first)
  expect(server.connections.flat().join()).not.toContain('given-up')
})
