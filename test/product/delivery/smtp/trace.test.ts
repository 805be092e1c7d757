import { expect, test } from 'vitest'
import { AttemptTrace } from '../../../../server/product/delivery/smtp/trace.js'
import { cut, offers, startScriptedServer, type Script } from '../../../support/mail-servers/scripted-smtp.js'
import { attempt, mail, transportTo, type Relay } from './attempts.js'

/** Makes one attempt against a server that is there for it alone, and returns its trace and result. */
async function traced(script: Script, relay: Relay = {}) {
  const trace = new AttemptTrace()
  const { result } = await attempt(script, { trace }, relay)
  return { trace, result }
}

test('an attempt keeps the server that it was connected to, and how long it took', async () => {
  const { trace } = await traced({})
  expect(trace.peer).toEqual({
    server: { name: '127.0.0.1', address: '127.0.0.1', port: expect.any(Number) as number },
    tls: null,
  })
  expect(trace.durationMs).toSatisfy((ms: number) => Number.isInteger(ms) && ms >= 0)
})

test.each([
  ['whose certificate is good, which was demanded', 'required', 'localhost', 'certificate'],
  ['whose certificate is good, which nobody demanded', 'opportunistic', 'localhost', 'certificate'],
  ["whose certificate is another's", 'opportunistic', 'other', 'none'],
] as const)(
  'an attempt keeps how it was encrypted to a server %s',
  async (_name, tls, certificate, proof) => {
    const script = { ehlo: [offers('STARTTLS'), offers()], certificate }
    const { trace, result } = await traced(script, { tls, host: 'localhost' })
    expect(result.reply?.code).toBe(250)
    expect(trace.peer?.server.name).toBe('localhost')
    expect(trace.peer?.tls).toEqual({
      version: 'TLSv1.3',
      cipher: expect.stringMatching(/^TLS_[A-Z0-9_]+$/) as string,
      authentication: proof,
    })
  },
)

test('a connection that is not trusted is none that was encrypted', async () => {
  const script = { ehlo: offers('STARTTLS'), certificate: 'other' } as const
  const { trace, result } = await traced(script, { tls: 'required', host: 'localhost' })
  expect(result).toMatchObject({ step: 'tls', failure: 'tls' })
  expect(trace.peer).toMatchObject({ server: { name: 'localhost' }, tls: null })
})

test('an attempt that goes on in clear says so', async () => {
  const { trace, result } = await traced({ ehlo: offers('STARTTLS'), brokenTls: true })
  expect(result.reply?.code).toBe(250)
  expect(trace.peer?.tls).toBeNull()
})

test('a server that cuts is kept, and one that is not there is not', async () => {
  const broken = await traced({ mail: cut })
  expect(broken.result).toMatchObject({ failure: 'cut' })
  expect(broken.trace.peer).toMatchObject({ server: { address: '127.0.0.1' } })

  const server = await startScriptedServer()
  await server.close()
  const trace = new AttemptTrace()
  const transport = transportTo(server.port)
  expect(await transport.send({ ...mail, trace })).toMatchObject({ step: 'connect' })
  await transport.close()
  expect(trace.peer).toBeUndefined()
  expect(trace.durationMs).not.toBeNull()
})

test('each message on one connection has its server', async () => {
  const server = await startScriptedServer({ ehlo: [offers('STARTTLS'), offers()], certificate: 'localhost' })
  const transport = transportTo(server.port, { tls: 'required', host: 'localhost' })
  const traces = [new AttemptTrace(), new AttemptTrace()]
  for (const trace of traces) await transport.send({ ...mail, trace })
  await transport.close()
  await server.close()
  expect(server.connections).toHaveLength(1)
  expect(traces.map(({ peer }) => peer?.tls?.version)).toEqual(['TLSv1.3', 'TLSv1.3'])
})
