import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryConfig } from '../../../../server/platform/config/defaults.js'
import { startService, type Service } from '../../../../server/process/service.js'
import {
  eventsOf,
  inbox,
  logsOf,
  send,
  untilLog,
  type AcceptedMessage,
} from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

let service: TestService
let other: Service | undefined

async function start(env: Record<string, string> = {}, concurrency = 5): Promise<void> {
  service = await startTestService({
    delivery: { concurrency, backoffSeconds: [0.2] },
    env: { POSTSEAL_SINK_PORT: String(await heldPort()), ...env },
  })
}

/** A second worker on the same database, as on another machine. */
function startOther(delivery: Partial<DeliveryConfig> = {}): Promise<Service> {
  const config = { ...service.config, delivery: { ...service.config.delivery, ...delivery } }
  return startService(
    { ...config, port: 0, roles: ['delivery'], dataDir: newDataDir() },
    pino({ level: 'silent' }),
  )
}
beforeEach(() => {
  other = undefined
})
afterEach(async () => {
  await other?.stop()
  await service.stop()
})

/** The lease of the one delivery in the queue, once it is claimed. */
function lease(): Promise<string> {
  return until(async () => {
    const { rows } = await service.sql.query<{ lease: string | null }>('select lease from delivery_queue')
    return rows[0]?.lease
  }, 'the claim')
}

/** As if a minute had passed without a heartbeat: a pause of the machine, or of its way to the database. */
async function expireLease(): Promise<void> {
  await service.sql.query('update delivery_queue set due_at = now()')
}

const untilQueueIsEmpty = () =>
  until(async () => (await service.sql.query('select from delivery_queue')).rowCount === 0, 'an empty queue')

async function expectOneDelivery(message: AcceptedMessage): Promise<void> {
  const [log] = await logsOf(service, message)
  expect(log?.status).toBe('delivered')
  expect(log?.attempts.map(({ outcome }) => outcome)).toEqual(['delivered'])
  const events = await eventsOf(service, message)
  expect(events.map(({ type }) => type)).toEqual(['message.accepted', 'message.delivered'])
}

test('an outcome that comes after another worker has claimed the delivery is not recorded', async () => {
  // With its one hand full the first worker cannot claim the delivery again itself.
  await start({}, 1)
  const message = await send(service, 'slow+1500@example.com')
  const first = await lease()
  other = await startOther()
  await expireLease()
  await until(async () => (await lease()) !== first, 'the claim of the other worker')

  // Both send; the first one's outcome comes first and is not its own to record any more.
  await until(async () => (await inbox(service.url)).length === 2, 'both transmissions')
  await untilQueueIsEmpty()
  await expectOneDelivery(message)
  const mails = await inbox(service.url)
  expect(new Set(mails.map((mail) => mail.headers['message-id'])).size).toBe(1)
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).toMatch(/^postseal_lost_leases_total 1$/m)
})

test('a worker does not send again what it still has in flight', async () => {
  await start()
  const message = await send(service, 'slow+1000@example.com')
  await lease()
  await expireLease()
  // It finds the delivery due, and takes it as a longer lease.
  await until(async () => {
    const { rows } = await service.sql.query('select from delivery_queue where due_at > now()')
    return rows.length === 1
  }, 'the second claim')
  await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  await untilQueueIsEmpty()
  // The worker's stop waits for whatever else it has in flight.
  const marker = await send(service, 'slow+1200@example.com')
  await untilLog(service, marker, ({ status }) => status === 'delivered', 'a later delivery')
  expect(await inbox(service.url, 'slow+1000@example.com')).toHaveLength(1)
  await expectOneDelivery(message)
})

/** Before that a worker that is stopped gives the delivery back. */
const untilOnItsWay = (worker: Service) =>
  until(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${worker.port}/metrics`)).text()
    return /^postseal_smtp_connections\{state="open"\} 1$/m.test(metrics)
  }, 'the connection')

test('a worker that is stopped finishes what it has in flight and records it', async () => {
  await start({ POSTSEAL_ROLES: 'api,sink' })
  other = await startOther()
  const message = await send(service, 'slow+500@example.com')
  await untilOnItsWay(other)
  await other.stop()
  await expectOneDelivery(message)
})

test('a worker that is stopped does not wait for a slow server for ever, and leaves the delivery to be made again', async () => {
  await start({ POSTSEAL_ROLES: 'api,sink' })
  other = await startOther({ drainSeconds: 0.1 })
  const message = await send(service, 'slow+60000@example.com')
  await untilOnItsWay(other)
  await other.stop()
  const { rows } = await service.sql.query<{ lease: string | null; due: boolean }>(
    'select lease, due_at <= now() as due from delivery_queue',
  )
  expect(rows).toEqual([{ lease: null, due: true }])
  expect((await logsOf(service, message)).map(({ status }) => status)).toEqual(['queued'])
})
