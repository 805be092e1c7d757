import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerAuthentication, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { Transport } from '../../../../server/product/delivery/transport.js'
import { offers } from '../../../support/mail-servers/scripted-smtp.js'
import { attempt, mail, transportTo, verdictOf, type Relay } from './attempts.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const certificate = (name: 'localhost' | 'other') => ({
  cert: readFileSync(`${import.meta.dirname}/../../../support/tls/${name}.pem`),
  key: readFileSync(`${import.meta.dirname}/../../../support/tls/${name}.key`),
})
const credentials = { user: 'ada', password: 'pässword%1' }

interface Taken {
  readonly secure: boolean
  readonly user: string | undefined
  readonly method: string | undefined
}

/** A relay of a library's, and what it takes. */
async function startRelay(options: SMTPServerOptions): Promise<{ port: number; taken: Taken[] }> {
  const taken: Taken[] = []
  let method: string | undefined
  const server = new SMTPServer({
    disableReverseLookup: true,
    closeTimeout: 10,
    authOptional: true,
    ...certificate('localhost'),
    onAuth(auth: SMTPServerAuthentication, _session, done) {
      method = auth.method
      if (auth.username === credentials.user && auth.password === credentials.password)
        return done(null, { user: auth.username })
      done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        taken.push({ secure: session.secure, user: session.user, method })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, taken }
}

function relayAt(port: number, relay: Relay): Transport {
  const transport = transportTo(port, { host: 'localhost', ...relay })
  closers.push(() => transport.close())
  return transport
}

test.each(['PLAIN', 'LOGIN'])('a relay that takes AUTH %s is logged in to over STARTTLS', async (method) => {
  const { port, taken } = await startRelay({ authMethods: [method] })
  const result = await relayAt(port, { tls: 'required', credentials }).send(mail)
  expect(result).toMatchObject({ step: 'end', reply: { code: 250, host: `localhost:${port}` } })
  expect(taken).toEqual([{ secure: true, user: 'ada', method }])
})

test('a relay with TLS from the first byte', async () => {
  const { port, taken } = await startRelay({ secure: true, authMethods: ['PLAIN'] })
  await relayAt(port, { tls: 'implicit', credentials }).send(mail)
  expect(taken).toEqual([{ secure: true, user: 'ada', method: 'PLAIN' }])
})

test('a relay without TLS, where the operator says so', async () => {
  const { port, taken } = await startRelay({})
  await relayAt(port, { tls: 'never' }).send(mail)
  expect(taken).toEqual([{ secure: false, user: undefined, method: undefined }])
})

test.each(['PLAIN', 'LOGIN'])(
  'a wrong password (%s) waits for the operator, and is told to nobody',
  async (method) => {
    const { port, taken } = await startRelay({ authMethods: [method] })
    const wrong = { user: 'ada', password: 'not-this-one' }
    const result = await relayAt(port, { tls: 'required', credentials: wrong }).send(mail)
    expect(result).toMatchObject({ step: 'auth', reply: { code: 535 } })
    const verdict = verdictOf(result)
    expect(verdict).toMatchObject({ status: 'deferred', addressFault: null })
    expect(verdict.error).toContain('POSTSEAL_TRANSPORT')
    expect(JSON.stringify([result, verdict])).not.toContain('not-this-one')
    expect(taken).toEqual([])
  },
)

test('a server that repeats what it was told tells nobody the password', async () => {
  const password = 'not-this-one'
  const plain = Buffer.from(`\0ada\0${password}`).toString('base64')
  const { result } = await attempt(
    { ehlo: offers('STARTTLS', 'AUTH PLAIN'), auth: `500 5.5.2 Unknown: AUTH PLAIN ${plain} (${password})` },
    {},
    { tls: 'required', host: 'localhost', credentials: { user: 'ada', password } },
  )
  expect(result).toMatchObject({ step: 'auth', reply: { code: 500, text: 'Unknown: AUTH PLAIN *** (***)' } })
})

test.each(['implicit', 'required'] as const)(
  'a certificate for another name gets no password and no mail (%s)',
  async (tls) => {
    const { port, taken } = await startRelay({ secure: tls === 'implicit', ...certificate('other') })
    const result = await relayAt(port, { tls, credentials }).send(mail)
    expect(result).toMatchObject({ step: 'tls', failure: 'tls' })
    expect(result.reply === undefined && result.error).toMatch(/certificate/)
    expect(verdictOf(result)).toMatchObject({ status: 'deferred', class: 'network' })
    expect(taken).toEqual([])
  },
)

test('a certificate that nobody vouches for does not do either', async () => {
  const { relayTransport } = await import('../../../../server/product/delivery/smtp/transports/configured.js')
  const { defaultTimeOuts } = await import('../../../../server/product/delivery/smtp/session/time-outs.js')
  const { port, taken } = await startRelay({})
  const relay = { kind: 'relay', host: 'localhost', port, tls: 'required', credentials } as const
  const transport = relayTransport(relay, { hostname: 'sender.test', timeOuts: defaultTimeOuts })
  closers.push(() => transport.close())
  expect(await transport.send(mail)).toMatchObject({ step: 'tls', failure: 'tls' })
  expect(taken).toEqual([])
})

test('a server that speaks no TLS at all, where the first byte should be', async () => {
  const { port } = await startRelay({})
  const result = await relayAt(port, { tls: 'implicit', credentials }).send(mail)
  expect(result).toMatchObject({ step: 'tls', failure: 'tls' })
})
