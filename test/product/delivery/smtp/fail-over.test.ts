import { afterEach, expect, test } from 'vitest'
import { ConnectionFailed, type Connector } from '../../../../server/product/delivery/smtp/connector.js'
import { defaultTimeOuts } from '../../../../server/product/delivery/smtp/session/time-outs.js'
import { defaultDelivery } from '../../../../server/platform/config/defaults.js'
import { mxTransport, connectTcp } from '../../../../server/product/delivery/smtp/transports/configured.js'
import {
  cut,
  offers,
  startScriptedServer,
  type Script,
  type ScriptedServer,
} from '../../../support/mail-servers/scripted-smtp.js'
import { mail, testCa } from './attempts.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A destination with these hosts, the best first, each of which may be a server that is not there. */
async function destinationOf(...scripts: (Script | undefined)[]) {
  const servers: (ScriptedServer | undefined)[] = []
  for (const script of scripts) {
    const server = script && (await startScriptedServer(script))
    if (server !== undefined) closers.push(() => server.close())
    servers.push(server)
  }
  const asked: string[][] = []
  const connector: Connector = {
    connect: async (_destination, avoid) => {
      asked.push([...avoid])
      const failures: ConnectionFailed[] = []
      for (const [index, server] of servers.entries()) {
        const address = `192.0.2.${index}`
        if (avoid.has(address)) continue
        if (server === undefined) {
          failures.push(new ConnectionFailed('connect', 'connect', `${address} is away.`, address))
          continue
        }
        const socket = await connectTcp('127.0.0.1', server.port, 5000)
        return {
          socket,
          host: `mx${index}:25`,
          address,
          tls: { mode: 'opportunistic', servername: 'localhost' },
        }
      }
      throw failures[0] ?? new ConnectionFailed('connect', 'connect', 'There is no other host.')
    },
  }
  const options = { hostname: 'sender.test', timeOuts: defaultTimeOuts, ca: testCa }
  const transport = mxTransport(connector, options, defaultDelivery)
  closers.push(() => transport.close())
  return { transport, asked, servers }
}

test.each<[string, Script]>([
  ['refuses with its greeting', { greeting: '554 5.7.1 No' }],
  ['is busy', { greeting: { thenCut: '421 4.3.2 Busy' } }],
  ['refuses EHLO', { ehlo: '450 4.3.2 Later' }],
  ['cuts the connection', { greeting: cut }],
  ['is no mail server', { greeting: 'SSH-2.0' }],
  ['ends at MAIL', { mail: { thenCut: '421 4.3.2 Closing' } }],
])('where the first host %s the next one takes it', async (_what, script) => {
  const { transport, servers } = await destinationOf(script, {})
  expect(await transport.send(mail)).toMatchObject({ step: 'end', reply: { code: 250, host: 'mx1:25' } })
  expect(servers[1]?.messages).toHaveLength(1)
})

test.each<[string, Script, number]>([
  ['the recipient', { rcpt: '550 5.1.1 No such user' }, 550],
  ['the recipient for now', { rcpt: '450 4.2.0 Later' }, 450],
  ['the message', { end: '554 5.6.0 No' }, 554],
])('a host that refuses %s speaks for all of them', async (_what, script, code) => {
  const { transport, servers } = await destinationOf(script, {})
  expect((await transport.send(mail)).reply?.code).toBe(code)
  expect(servers[1]?.connections).toEqual([])
})

test('a message that may have been taken goes to no other host at once', async () => {
  const { transport, servers } = await destinationOf({ end: cut }, {})
  expect(await transport.send(mail)).toMatchObject({ step: 'end', failure: 'cut' })
  expect(servers[1]?.connections).toEqual([])
})

test('of hosts that all fail, what the first that spoke said is told', async () => {
  const { transport } = await destinationOf(
    { greeting: cut },
    { greeting: '554 5.7.1 One' },
    { greeting: '554 Two' },
  )
  expect(await transport.send(mail)).toMatchObject({
    step: 'greeting',
    reply: { code: 554, text: 'One', host: 'mx1:25' },
  })
})

test('of hosts that say nothing, what broke first is told', async () => {
  const { transport } = await destinationOf({ greeting: cut }, undefined)
  expect(await transport.send(mail)).toMatchObject({ step: 'greeting', failure: 'cut' })
  const away = await destinationOf(undefined)
  expect(await away.transport.send(mail)).toMatchObject({
    step: 'connect',
    failure: 'connect',
    error: '192.0.2.0 is away.',
  })
})

test('five hosts are tried and no more', async () => {
  const busy: Script = { greeting: '421 4.3.2 Busy' }
  const { transport, asked } = await destinationOf(busy, busy, busy, busy, busy, busy, {})
  expect((await transport.send(mail)).reply?.code).toBe(421)
  expect(asked).toHaveLength(5)
})

test('a host whose TLS is broken is spoken to in clear, on a new connection', async () => {
  const { transport, servers } = await destinationOf({ ehlo: offers('STARTTLS'), brokenTls: true }, {})
  expect(await transport.send(mail)).toMatchObject({ step: 'end', reply: { code: 250, host: 'mx0:25' } })
  expect(servers[0]?.connections.map((commands) => commands[1])).toEqual([
    'STARTTLS',
    'MAIL FROM:<b+1@bounces.shop.example>',
  ])
})

test('a destination that fails again and again is left alone, and others are not', async () => {
  const { transport } = await destinationOf({ greeting: '554 5.7.1 No' })
  for (let time = 0; time < 5; time++) await transport.send(mail)
  expect(transport.capacity()).toEqual({
    byDefault: 1,
    proven: new Map(),
    onProbation: new Map([['example.com', 0]]),
  })
})

test('a destination that refuses recipients has the room it had', async () => {
  const { transport } = await destinationOf({ rcpt: '550 5.1.1 No such user' })
  for (let time = 0; time < 10; time++) await transport.send(mail)
  expect(transport.capacity().proven.get('example.com') ?? 5).toBe(5)
})
