import { connect, createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { inbox, send, untilLog } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { startReceiver } from '../../../support/webhooks/receiver.js'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import { subscribe, toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'

/** One process accepts, another one sends: both poll so seldom that nothing comes unless they wake each other. */

const pollMs = 3600_000
const leases = { heartbeatSeconds: 0.1 }

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start(options: TestServiceOptions): Promise<TestService> {
  const service = await startTestService({
    leases,
    delivery: { pollMs },
    webhooks: { pollMs },
    ...options,
  })
  closers.push(() => service.stop())
  return service
}

/** The connections by which processes wake each other, once they listen. */
async function listeners({ sql }: TestService): Promise<number[]> {
  const { rows } = await sql.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'postseal wakes'
       and (query ilike 'listen%' or query like '%pg_notify%') order by pid`,
  )
  return rows.map(({ pid }) => pid)
}

/** All beats of the processes, and what they want. */
async function owners({ sql }: TestService) {
  const { rows } = await sql.query<{ beats: number; wakes: string[] }>(
    'select beats::integer, wakes from lease_owners order by started_at',
  )
  return rows
}

/** Waits until each process has read what the others want by now. */
async function untilAllKnow(service: TestService): Promise<void> {
  const before = await owners(service)
  await until(
    async () => (await owners(service)).every(({ beats }, index) => beats >= (before[index]?.beats ?? 0) + 3),
    'three beats of each process',
  )
}

async function startPair() {
  const sink = await heldPort()
  const receiver = await startReceiver()
  closers.push(() => receiver.close())
  const env = { ...toThisMachine, POSTSEAL_SINK_PORT: String(sink) }
  const api = await start({ env: { ...env, POSTSEAL_ROLES: 'api,sink' } })
  await untilAllKnow(api)
  expect(await listeners(api)).toEqual([])
  const worker = await start({ beside: api, env: { ...env, POSTSEAL_ROLES: 'delivery,webhooks' } })
  await until(async () => (await listeners(api)).length === 2, 'both processes to listen')
  await untilAllKnow(api)
  return { api, worker, receiver }
}

const isDelivered = ({ status }: { status: string }) => status === 'delivered'

test('a process wakes the workers of another one, also after its connection was cut', async () => {
  const { api, receiver } = await startPair()
  await subscribe(api, receiver.url, { events: ['message.delivered'] })
  for (const to of ['ada@example.com', 'bea@example.com']) {
    await untilLog(api, await send(api, to), isDelivered, 'the delivery')
  }
  // The worker's own process wakes its webhooks.
  await until(() => receiver.received.length === 2, 'the webhooks')

  const cut = await listeners(api)
  await api.sql.query('select pg_terminate_backend(pid) from unnest($1::integer[]) pid', [cut])
  await until(async () => {
    const now = await listeners(api)
    return now.length === 2 && !now.some((pid) => cut.includes(pid))
  }, 'both to listen again')
  await untilAllKnow(api)
  await untilLog(api, await send(api, 'cleo@example.com'), isDelivered, 'the delivery after the cut')
  expect(await inbox(api.url)).toHaveLength(3)
})

test('events of another process are announced while requests follow them, and only then', async () => {
  const { api } = await startPair()
  const heard: string[] = []
  const listener = new pg.Client({ connectionString: api.config.databaseUrl })
  await listener.connect()
  closers.push(() => listener.end())
  listener.on('notification', ({ channel }) => heard.push(channel))
  await listener.query('listen postseal_events')
  await listener.query('listen postseal_delivery')
  const follow = (query: string) =>
    call(api.url, 'GET', `/v1/events/follow?${query}`, { key: api.credentials.project_key })
  const { next_cursor: begun } = (await follow('wait=0')).body as { next_cursor: string }
  await untilLog(api, await send(api, 'ada@example.com'), isDelivered, 'the delivery')
  await listener.query('select')
  expect(new Set(heard)).toEqual(new Set(['postseal_delivery']))

  // Transactions that are still open in the database hold back an event for a moment.
  const cursor = await until(async () => {
    const { body } = await follow(`wait=0&type=message.delivered&after=${begun}`)
    return (body.data as unknown[]).length === 1 && (body.next_cursor as string)
  }, 'the first event')
  const followed = follow(`wait=30&type=message.delivered&after=${cursor}`)
  await until(
    async () => (await owners(api)).some(({ wakes }) => wakes.includes('events')),
    'the wish to be woken',
  )
  await untilAllKnow(api)
  await send(api, 'bea@example.com')
  expect((await followed).body).toMatchObject({ data: [{ type: 'message.delivered' }] })
  await until(() => heard.includes('postseal_events'), 'the events to be announced')
})

test('behind a pooler, whose connections are not the client’s own, processes poll', async () => {
  const { api } = await startPair()
  const pooler = await startPooler(api.config.databaseUrl ?? '')
  const behind = await start({
    beside: api,
    delivery: {},
    env: { POSTSEAL_ROLES: 'webhooks', DATABASE_URL: pooler },
  })
  await until(() => behind.logs.some((line) => line.includes('pooler')), 'the log to say so')
  expect(await listeners(api)).toHaveLength(2)
})

/** A proxy before PostgreSQL that tells clients a process id of its own, as PgBouncer does. */
async function startPooler(databaseUrl: string): Promise<string> {
  const to = new URL(databaseUrl)
  const postgres = { host: to.hostname, port: Number(to.port) }
  const server = createServer((near) => {
    const far = connect(postgres)
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy())
    let isTold = false
    far.on('data', (data) => {
      // BackendKeyData: its type, its length of 12, then the process id.
      const at = isTold ? -1 : data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
      if (at >= 0) isTold = data.writeInt32BE(1, at + 5) > 0
      near.write(data)
    })
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  to.port = String((server.address() as AddressInfo).port)
  to.hostname = '127.0.0.1'
  return to.href
}
