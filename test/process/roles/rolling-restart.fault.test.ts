import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase } from '../../support/database/database.js'
import { inbox, messageTo } from '../../support/messages/mail.js'
import {
  readCredentials,
  serviceEnv,
  startProcess,
  type ServiceProcess,
} from '../../support/service/process.js'
import { startReadinessProxy } from '../../support/network/readiness-proxy.js'
import { until } from '../../support/time/until.js'

interface Answer {
  readonly status: number
  readonly connection: string | undefined
}

type Sender = Pick<ServiceProcess, 'url' | 'credentials'>

/** Sends a message on a connection of the agent. Rejects if it gets no reply. */
async function sendOn(agent: Agent, service: Sender): Promise<Answer> {
  const sent = request(`${service.url}/v1/messages`, {
    agent,
    method: 'POST',
    headers: {
      Authorization: `Bearer ${service.credentials.project_key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomBytes(8).toString('hex'),
    },
  })
  sent.end(JSON.stringify(messageTo(service, 'ada@example.com', {})))
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  await text(reply)
  return { status: reply.statusCode ?? 0, connection: reply.headers.connection }
}

async function startServices(graceSeconds: string, roles: readonly string[]) {
  const database = await createMigratedDatabase()
  onTestFinished(() => database.drop())
  const shared = {
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_LOG_LEVEL: 'warn',
    POSTSEAL_SHUTDOWN_GRACE: graceSeconds,
  }
  const services: ServiceProcess[] = []
  for (const POSTSEAL_ROLES of roles) {
    services.push(await startProcess(await serviceEnv({ ...shared, POSTSEAL_ROLES })))
  }
  return services
}

const readiness = async (url: string) => (await fetch(`${url}/readyz`)).status

test('a restart behind a proxy costs no request', async () => {
  const services = await startServices('3', ['api', 'api'])
  const proxy = await startReadinessProxy(services.map(({ url }) => url))
  onTestFinished(() => proxy.close())
  const credentials = readCredentials(services[0]?.dataDir ?? '')
  const service = { url: proxy.url, credentials }

  const outcomes: Promise<unknown>[] = []
  let done = false
  const clients = Array.from({ length: 12 }, async () => {
    const agent = new Agent({ keepAlive: true })
    while (!done) {
      // Fewer requests, so that the processes start quickly, and connections that are idle at times.
      await sleep(Math.random() * 200)
      const outcome = sendOn(agent, service).then(
        ({ status }) => status,
        (error: NodeJS.ErrnoException) => error.code,
      )
      outcomes.push(outcome)
      await outcome
    }
    agent.destroy()
  })
  for (const [index, running] of services.entries()) {
    expect(await running.stop()).toMatchObject({ code: 0 })
    services[index] = await startProcess(running.env)
    await until(() => proxy.isReady(index), 'the proxy to take it back')
  }
  done = true
  await Promise.all(clients)
  expect(proxy.faults).toEqual([])
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set([202]))
})

test(
  'a service that is to stop serves until a second signal, but delivers nothing more',
  { timeout: 400_000 },
  async () => {
    const [service] = await startServices('300', ['api,sink,delivery'])
    if (service === undefined) throw new Error('there is no service')
    const idle = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await sendOn(idle, service)).toEqual({ status: 202, connection: 'keep-alive' })
    await until(async () => (await inbox(service.url)).length === 1, 'the delivery')
    const waiting = fetch(`${service.url}/sink/messages?to=nobody@example.com&wait=30`)
    const stopped = service.stop()
    await until(async () => (await readiness(service.url)) === 503, 'readiness to say so')

    expect(await sendOn(idle, service)).toEqual({ status: 202, connection: 'close' })
    expect(await sendOn(new Agent(), service)).toEqual({ status: 202, connection: 'close' })
    expect(await (await waiting).json()).toMatchObject({ data: [] })

    // The grace is five minutes; a second signal ends it.
    let ended = false
    void stopped.then(() => (ended = true))
    await until(() => {
      if (!ended) process.kill(service.pid, 'SIGTERM')
      return ended
    }, 'the end')
    expect(await stopped).toMatchObject({ code: 0 })
    const client = new Client({ connectionString: service.env['DATABASE_URL'] })
    await client.connect()
    const { rows } = await client.query('select attempts from delivery_queue where lease is null')
    await client.end()
    expect(rows).toEqual([{ attempts: 0 }, { attempts: 0 }])
  },
)
