import { noLinks } from '../../../support/mail/content.js'
import { RecentSends } from '../../../../server/platform/queue/limiter/recent-sends.js'
import { Wakes } from '../../../../server/platform/queue/wakes/wakes.js'
import knex from 'knex'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { ProgressMonitor } from '../../../../base/concurrency/progress-monitor.js'
import { returnPath } from '../../../../server/product/delivery/bounce/return-path.js'
import { deliveryMetrics } from '../../../../server/product/delivery/metrics.js'
import type { OutgoingMail, Transport } from '../../../../server/product/delivery/transport.js'
import type { Capacity } from '../../../../server/platform/queue/limiter/capacity.js'
import { soleOwner } from '../../../../server/platform/queue/leases/owner.js'
import { startDeliveryWorker } from '../../../../server/product/delivery/worker.js'
import type { QueueWorker } from '../../../../server/platform/queue/worker-loop.js'
import { call } from '../../../support/api/api.js'
import { inbox, logsOf, messageTo, send } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

/** Tests how delivery workers treat each other and destinations without room, and how they stop. */

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start(env: Record<string, string>): Promise<TestService> {
  const service = await startTestService({ env, delivery: { drainSeconds: 0.1 } })
  closers.push(() => service.stop())
  return service
}

const ownReturnPath = returnPath('bounces.example', new Uint8Array(32))

/** A worker on the service's database that sends by this transport. */
function startWorker(
  service: TestService,
  transport: Transport,
  sign: (message: Buffer) => Promise<Buffer> = (message) => Promise.resolve(message),
): QueueWorker {
  const db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 5 } })
  const worker = startDeliveryWorker({
    wakes: new Wakes(),
    recentSends: new RecentSends(),
    db,
    owner: soleOwner(),
    transport,
    sign,
    senders: {
      senderOf: (delivery) => Promise.resolve({ address: ownReturnPath.addressOf(delivery), own: undefined }),
      refused: () => undefined,
    },
    config: { ...service.config.delivery, drainSeconds: 1 },
    log: pino({ level: 'silent' }),
    metrics: deliveryMetrics(new Registry(), db, transport),
    progress: new ProgressMonitor(),
    render: () => Promise.resolve(undefined),
    links: noLinks,
    brake: () => Promise.resolve(),
  })
  closers.push(async () => {
    await worker.stop()
    await db.destroy()
  })
  return worker
}

/** A transport that keeps what it is given until it is told to take it. */
function holding(capacity: () => Capacity) {
  const given: (OutgoingMail & { take(): void })[] = []
  const transport: Transport = {
    capacity,
    connections: () => ({ open: given.length, idle: 0 }),
    stopped: () => 0,
    send: (mail) =>
      new Promise((resolve) => {
        const reply = { code: 250, enhanced_code: '2.0.0', text: 'OK', host: 'mx.example:25' }
        given.push({ ...mail, take: () => resolve({ step: 'end', reply }) })
      }),
    close: () => Promise.resolve(),
  }
  return { transport, given }
}

const everywhere = (): Capacity => ({ byDefault: Infinity, proven: new Map() })

async function queue(service: TestService) {
  const { rows } = await service.sql.query<{ leased: boolean; due: boolean; attempts: number }>(
    'select lease is not null as leased, due_at <= now() as due, attempts from delivery_queue order by destination',
  )
  return rows
}

test('two workers on one database send each message once', async () => {
  const port = String(await heldPort())
  const service = await start({ POSTSEAL_SINK_PORT: port })
  const other = await startTestService({
    beside: service,
    env: { POSTSEAL_ROLES: 'delivery', POSTSEAL_SINK_PORT: port },
  })
  closers.push(() => other.stop())
  const key = service.credentials.project_key
  const items = Array.from({ length: 100 }, (_, index) => ({
    idempotency_key: `item-${index}`,
    message: messageTo(
      service,
      Array.from({ length: 6 }, (__, recipient) => `reader-${index}@domain-${recipient}.example`),
    ),
  }))
  const reply = await call(service.url, 'POST', '/v1/messages/batch', { key, body: { items } })
  expect(reply.body).toMatchObject({ accepted: 100 })
  await until(async () => (await queue(service)).length === 0, 'all deliveries')
  const arrived = (await inbox(service.url)).map(({ envelope }) => envelope.to[0])
  expect(arrived).toHaveLength(600)
  expect(new Set(arrived).size).toBe(600)
  for (const each of [service, other]) {
    const metrics = await (await fetch(`${each.url}/metrics`)).text()
    expect(metrics).toMatch(/^postseal_deliveries_total\{outcome="delivered"\} [1-9]/m)
    expect(metrics).toMatch(/^postseal_lost_leases_total 0$/m)
  }
})

test('what has no room waits without being claimed, and goes when there is some', async () => {
  const service = await start({ POSTSEAL_ROLES: 'api' })
  await send(service, [
    '1@busy.example',
    '2@busy.example',
    '3@busy.example',
    '1@dead.example',
    '1@idle.example',
  ])
  let busy = 2
  const { transport, given } = holding(() => ({
    byDefault: 5,
    proven: new Map([
      [
        'busy.example',
        Math.max(0, busy - given.filter((mail) => mail.destination === 'busy.example').length),
      ],
      ['dead.example', 0],
    ]),
  }))
  const worker = startWorker(service, transport)
  await until(() => given.length === 3, 'what has room')
  // It looks again for another one, and passes those without room.
  await send(service, '2@idle.example')
  worker.wake()
  await until(() => given.length === 4, 'another one that has room')
  expect(given.map(({ to }) => to).sort()).toEqual([
    '1@busy.example',
    '1@idle.example',
    '2@busy.example',
    '2@idle.example',
  ])
  expect((await queue(service)).filter(({ leased }) => !leased)).toEqual([
    { leased: false, due: true, attempts: 0 },
    { leased: false, due: true, attempts: 0 },
  ])
  busy = 3
  given[0]?.take()
  await until(() => given.length === 5, 'the one that has room now')
  for (const mail of given) mail.take()
  await until(async () => (await queue(service)).length === 1, 'the end of those that could go')
  await worker.stop()
})

test('a worker that is stopped gives back what it has not begun to send, and counts no attempt', async () => {
  const service = await start({ POSTSEAL_ROLES: 'api' })
  const sent = await send(service, 'sent@example.com')
  const { transport, given } = holding(everywhere)
  let composing = 0
  // The first message is signed at once, the others never.
  const worker = startWorker(service, transport, (message) => {
    composing += 1
    return composing === 1 ? Promise.resolve(message) : new Promise(() => undefined)
  })
  await until(() => given.length === 1, 'the one that is sent')
  const waiting = await send(service, 'waiting@example.com')
  worker.wake()
  await until(() => composing === 2, 'the one that is composed')
  const stopped = worker.stop()
  await until(async () => (await queue(service)).some(({ leased }) => !leased), 'what is given back')
  expect((await queue(service)).filter(({ leased }) => !leased)).toEqual([
    { leased: false, due: true, attempts: 0 },
  ])
  given[0]?.take()
  await stopped
  expect((await logsOf(service, sent)).map(({ status }) => status)).toEqual(['delivered'])
  expect(await logsOf(service, waiting)).toMatchObject([{ status: 'queued', attempts: [] }])
})

test('the queue is counted by state', async () => {
  const service = await start({})
  await send(service, 'slow+60000@example.com')
  await until(async () => (await queue(service)).some(({ leased }) => leased), 'the claim')
  await send(service, 'ada@example.com', { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
  await service.sql.query('update workspaces set halted_at = now()')
  await service.sql.query(
    `insert into delivery_queue (workspace_id, log_id, message_id, destination, due_at)
     select id, gen_random_uuid(), gen_random_uuid(), 'halted.example', now() - interval '1 hour' from workspaces`,
  )
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  const depth = (state: string) =>
    new RegExp(`^postseal_queue_depth\\{state="${state}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]
  expect({ due: depth('due'), waiting: depth('waiting'), leased: depth('leased') }).toEqual({
    due: '0',
    waiting: '2',
    leased: '1',
  })
  expect(metrics).toMatch(/^postseal_queue_oldest_due_seconds 0$/m)
  expect(metrics).not.toMatch(/halted\.example|ws_[0-9a-z]{26}/)
})
