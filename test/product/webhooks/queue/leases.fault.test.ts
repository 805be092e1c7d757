import pg from 'pg'
import pino from 'pino'
import { afterEach, expect, inject, test } from 'vitest'
import type { WebhookConfig } from '../../../../server/platform/config/defaults.js'
import { fromTypeId, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { startService, type Service } from '../../../../server/process/service.js'
import { endHalfDone } from '../../../support/postgres/machines.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import {
  deliveries,
  healthOf,
  recordSome,
  subscribe,
  toThisMachine,
  untilAllSent,
} from '../../../support/webhooks/webhook-deliveries.js'

/** Several workers, leases that run out, workers that are stopped, and a database that goes away. */

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start(roles: string, webhooks: Partial<WebhookConfig> = {}): Promise<TestService> {
  const service = await startTestService({
    env: { ...toThisMachine, POSTSEAL_ROLES: roles },
    webhooks: { pollMs: 20, backoffSeconds: [0.05, 0.05, 0.05], openMs: 20, maxOpenMs: 20, ...webhooks },
  })
  closers.push(() => service.stop())
  return service
}

/** A worker on the same database, as on another machine. */
async function startOther(service: TestService, webhooks: Partial<WebhookConfig> = {}): Promise<Service> {
  const { config } = service
  const other = await startService(
    {
      ...config,
      webhooks: { ...config.webhooks, ...webhooks },
      port: 0,
      roles: ['webhooks'],
      dataDir: newDataDir(),
    },
    pino({ level: 'silent' }),
  )
  closers.push(() => other.stop())
  return other
}

async function receiver(): Promise<Receiver> {
  const started = await startReceiver()
  closers.push(() => started.close())
  return started
}
const workspaceOf = (service: TestService): WorkspaceId => fromTypeId('ws', service.credentials.workspace_id)

function gate(): { opened: Promise<unknown>; open(): void } {
  let open: (value?: unknown) => void = () => undefined
  const opened = new Promise((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

async function leases(service: TestService): Promise<(string | null)[]> {
  const { rows } = await service.sql.query<{ lease: string | null }>('select lease from webhook_queue')
  return rows.map(({ lease }) => lease)
}
const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text()

test('three processes share one backlog: each delivery once, recorded once', async () => {
  const service = await start('api')
  const to = await receiver()
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspaceOf(service), 800)
  const failing = new Set<string>()
  // One in four is refused the first time.
  to.answer = ({ deliveryId, json }) => {
    if (json.data.number % 4 !== 0 || failing.has(deliveryId)) return 200
    failing.add(deliveryId)
    return 500
  }
  const workers = await Promise.all([startOther(service), startOther(service), startOther(service)])
  await untilAllSent(service.sql, id)
  expect(to.received).toHaveLength(1000)
  const { rows } = await service.sql.query(
    `select count(*)::integer, jsonb_array_length(attempts) as attempts from webhook_deliveries
     where ended_at is not null and gave_up is null group by 2 order by 2`,
  )
  expect(rows).toEqual([
    { count: 600, attempts: 1 },
    { count: 200, attempts: 2 },
  ])
  expect(await healthOf(service, id)).toMatchObject({ attempts: 1000, succeeded: 800, pending: 0 })
  const counted = await service.sql.query('select distinct counted_by from webhook_totals')
  expect(counted.rowCount).toBe(3)
  for (const { port } of workers) {
    expect(await metricsOf(`http://127.0.0.1:${port}`)).toMatch(/^postseal_webhook_lost_leases_total 0$/m)
  }
})

test('an outcome that comes after another worker has claimed the delivery is not recorded', async () => {
  // With its one hand full the first worker cannot claim the delivery again itself.
  const service = await start('api,webhooks', { concurrency: 1 })
  const to = await receiver()
  const first = gate()
  const second = gate()
  to.answer = () => ({
    status: to.received.length === 1 ? 500 : 200,
    after: to.received.length === 1 ? first.opened : second.opened,
  })
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspaceOf(service), 1)
  await to.count(1)
  const [held] = await leases(service)
  await startOther(service)
  // As if a minute had passed: a pause of the machine, or of its way to the database.
  await service.sql.query('update webhook_queue set due_at = now()')
  await to.count(2)
  expect((await leases(service))[0]).not.toBe(held)
  first.open()
  await until(
    async () => /^postseal_webhook_lost_leases_total 1$/m.test(await metricsOf(service.url)),
    'the loss of the lease',
  )
  second.open()
  await untilAllSent(service.sql, id)
  const [delivery] = await deliveries(service)
  expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] })
  expect(await healthOf(service, id)).toMatchObject({ attempts: 1, succeeded: 1, consecutive_failures: 0 })
  expect(service.logs.some((line) => line.includes('leases ran out'))).toBe(true)
})

test('a worker does not send again what it still has in flight', async () => {
  const service = await start('api,webhooks')
  const to = await receiver()
  const held = gate()
  to.answer = { after: held.opened }
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspaceOf(service), 1)
  await to.count(1)
  await service.sql.query('update webhook_queue set due_at = now()')
  // It finds the delivery due, and takes it as a longer lease.
  await until(
    async () => (await service.sql.query('select from webhook_queue where due_at > now()')).rowCount === 1,
    'the second claim',
  )
  // The worker claims one after the other, so by the next one it knows of the second claim.
  await recordSome(service.sql, workspaceOf(service), 1)
  await to.count(2)
  held.open()
  await untilAllSent(service.sql, id)
  expect(new Set(to.received.map(({ deliveryId }) => deliveryId)).size).toBe(2)
  expect(to.received).toHaveLength(2)
  expect((await deliveries(service)).map(({ attempts }) => attempts.length)).toEqual([1, 1])
})

test('a worker that is stopped finishes what it has in flight, records it and takes no more', async () => {
  const service = await start('api')
  const to = await receiver()
  const held = gate()
  to.answer = { after: held.opened }
  await subscribe(service, to.url)
  await recordSome(service.sql, workspaceOf(service), 30)
  const other = await startOther(service)
  await to.count(10)
  const stopped = other.stop()
  closers.pop()
  held.open()
  await stopped
  expect(to.received).toHaveLength(10)
  expect(await leases(service)).toEqual(Array<null>(20).fill(null))
  const statuses = (await deliveries(service)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 'delivered')).toHaveLength(10)
})

test('a worker that is stopped does not wait for ever, and what it leaves is due and not held against the endpoint', async () => {
  const service = await start('api')
  const to = await receiver()
  to.answer = 'silence'
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspaceOf(service), 1)
  const other = await startOther(service, { drainSeconds: 0.1 })
  await to.count(1)
  await other.stop()
  closers.pop()
  expect(await leases(service)).toEqual([null])
  expect((await deliveries(service))[0]).toMatchObject({ status: 'pending', attempts: [] })
  expect(await healthOf(service, id)).toMatchObject({ consecutive_failures: 0, last_failure_at: null })
})

test('connections to the database that are cut cost no delivery and record none twice', async () => {
  const service = await start('api,webhooks')
  const to = await receiver()
  const { id } = await subscribe(service, to.url)
  let cut = 0
  let cutting: Promise<unknown> = Promise.resolve()
  to.answer = () => {
    if (to.received.length % 100 === 0) {
      cutting = service.sql
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'postseal'`,
        )
        .then(({ rowCount }) => (cut += rowCount ?? 0))
    }
    return 200
  }
  await recordSome(service.sql, workspaceOf(service), 400)
  await to.count(400)
  await cutting
  expect(cut).toBeGreaterThan(3)
  if (inject('workerUrls').length > 0) await endHalfDone(service.config.databaseUrl ?? '')
  // A claim whose reply was cut off is in nobody's hand, and is released before its lease ends, after a minute.
  to.answer = 200
  await until(
    async () => (await service.sql.query('select from webhook_queue limit 1')).rowCount === 0,
    'the end of all deliveries',
  )
  const { rows } = await service.sql.query(
    `select distinct jsonb_array_length(attempts) as attempts, gave_up from webhook_deliveries where ended_at is not null`,
  )
  expect(rows).toEqual([{ attempts: 1, gave_up: null }])
  expect(new Set(to.received.map(({ deliveryId }) => deliveryId)).size).toBe(400)
  expect(await healthOf(service, id)).toMatchObject({ attempts: 400, succeeded: 400 })
})

test('what is answered while the database is away is recorded when it is back, and goes once', async () => {
  const service = await start('api,webhooks')
  const to = await receiver()
  const held = gate()
  to.answer = { after: held.opened }
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspaceOf(service), 5)
  await to.count(5)
  const failures = () => service.logs.filter((line) => line.includes('could not be claimed')).length
  await whileAway(service, async () => {
    held.open()
    const before = failures()
    await until(() => failures() > before, 'a claim in vain')
  })
  await untilAllSent(service.sql, id)
  expect(to.received).toHaveLength(5)
  expect(await healthOf(service, id)).toMatchObject({ attempts: 5, succeeded: 5 })
})

/** Nobody gets a connection to the service's database meanwhile. */
async function whileAway(service: TestService, work: () => Promise<void>): Promise<void> {
  const name = new URL(service.config.databaseUrl ?? '').pathname.slice(1)
  const admin = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await admin.connect()
  try {
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await work()
  } finally {
    await admin.query(`alter database ${name} with allow_connections true`)
    await admin.end()
  }
}
