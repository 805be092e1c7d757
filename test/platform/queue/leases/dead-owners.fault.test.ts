import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { socketFolderOf } from '../../../../embedded/embedded.js'
import { toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { createMigratedDatabase, type TestDatabase } from '../../../support/database/database.js'
import { heldPort } from '../../../support/network/ports.js'
import {
  serviceEnv,
  startProcess,
  type Env,
  type Numbers,
  type ServiceProcess,
} from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { sendOrder } from '../../../support/messages/senders.js'
import { startSmtpServer, type TestSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'
import { subscribe, toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'

/**
 * A process dies with mail and webhooks in flight, whose servers hold their replies, and with leases that
 * last for hours. What it had goes on by the heartbeat: in the process that is started again, and in another
 * one that lives.
 */

const leaseSeconds = 7200
const numbers: Numbers = {
  // A killed process counts as dead soon, because its session has ended. One that has its session and is silent is
  // stopped here, and no living one is silent for so long on a busy machine.
  leases: { heartbeatSeconds: 0.3, pauseSeconds: 1, endedSeconds: 1.5, expireSeconds: 6 },
  delivery: { leaseSeconds, drainSeconds: 1 },
  webhooks: { leaseSeconds, timeoutSeconds: 60, endpointStart: 50, drainSeconds: 1 },
}
/** Live mails of a round. There is a webhook for each that is accepted. */
const many = 20

let server: TestSmtpServer
let receiver: Receiver
let env: Env
let database: TestDatabase
let sql: pg.Pool

/** The gate that holds the replies of the two servers; undefined while they reply at once. */
let held: { readonly opened: Promise<void>; open(): void } | undefined
function hold(): void {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  held = { opened, open }
}
function reply(): void {
  held?.open()
  held = undefined
}

beforeAll(async () => {
  const sinkPort = await heldPort()
  server = await startSmtpServer(sinkPort, () => held?.opened.then(() => 'accept') ?? 'accept')
  receiver = await startReceiver()
  receiver.answer = async () => {
    await held?.opened
    return 200
  }
  env = { POSTSEAL_SINK_PORT: String(sinkPort), POSTSEAL_LOG_LEVEL: 'warn', ...toThisMachine }
  database = await createMigratedDatabase()
  sql = new pg.Pool({ connectionString: database.url, max: 2 })
})
afterAll(async () => {
  reply()
  await Promise.all([server.close(), receiver.close(), sql.end()])
  await database.drop()
})

let round = 0
/** Sends mail that its server, and whose webhooks' endpoint, holds. Counts from the test's beginning. */
async function sendHeld(service: ServiceProcess): Promise<string[]> {
  hold()
  round += 1
  const mails = server.received.length
  const webhooks = receiver.received.length
  const orders = Array.from({ length: many }, (_, index) => ({
    recipient: `ada@d${index}.example`,
    idempotencyKey: `${round}-${index}`,
    accepted: '',
  }))
  for (const order of orders) expect((await sendOrder(service, order)).status).toBe(202)
  await until(() => server.received.length === mails + many, 'the mails in flight')
  await until(() => receiver.received.length >= webhooks + many, 'the webhooks in flight')
  return orders.map(({ accepted }) => `<${accepted}@shop.example>`)
}

function untilQueuesAreEmpty(what: string): Promise<unknown> {
  return until(async () => {
    const { rows } = await sql.query<{ count: number }>(
      `select ((select count(*) from delivery_queue) + (select count(*) from webhook_queue))::integer as count`,
    )
    return rows[0]?.count === 0
  }, what)
}

/** Counts how often each mail has come, by Message-ID. */
function copies(): Map<string, number> {
  const count = new Map<string, number>()
  for (const { messageId } of server.received) count.set(messageId, (count.get(messageId) ?? 0) + 1)
  return count
}

async function owners(): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>('select id from lease_owners order by started_at')
  return rows.map(({ id }) => id)
}

test(
  'on PostgreSQL what a process leaves goes on in a restarted one and in one that lives',
  { timeout: 400_000 },
  async () => {
    const secret = randomBytes(32).toString('base64')
    const own = { ...env, DATABASE_URL: database.url, POSTSEAL_SECRET_KEY: secret }
    const roles = { POSTSEAL_ROLES: 'api,delivery,webhooks,scheduler' }
    const firstEnv = await serviceEnv({ ...own, ...roles })
    let first = await startProcess(firstEnv, numbers)
    await subscribe(first, receiver.url, { events: ['message.accepted', 'message.delivered'] })

    // A process of an earlier version, which has no row, holds a delivery: nobody takes it.
    const foreign = await sendHeld(first)
    reply()
    await untilQueuesAreEmpty('the first deliveries')
    expect(copies()).toEqual(new Map(foreign.map((id) => [id, 1])))
    await sql.query(
      `insert into delivery_queue (workspace_id, log_id, message_id, destination, due_at, lease)
       select workspace_id, id, message_id, 'old.example', now() + interval '1 hour', gen_random_uuid()
       from message_logs limit 1`,
    )

    // Alone: killed, and started again.
    const alone = await sendHeld(first)
    const [dead] = await owners()
    await first.kill()
    expect(await owners()).toEqual([dead])
    first = await startProcess(firstEnv, numbers)
    reply()
    const left = until(
      async () => (await sql.query('select from delivery_queue')).rowCount === 1,
      'the mails',
    )
    await left
    expect(await owners()).not.toContain(dead)
    await sql.query(`delete from delivery_queue where destination = 'old.example'`)
    await untilQueuesAreEmpty('what the killed process had')
    for (const id of foreign) expect(copies().get(id)).toBe(1)
    for (const id of alone) expect(copies().get(id)).toBe(2)

    // Two: one is stopped for as long as it takes to be held for dead, and goes on then.
    const slow = await sendHeld(first)
    const second = await startProcess(
      await serviceEnv({
        ...own,
        POSTSEAL_DATA_DIR: newDataDir(),
        POSTSEAL_ROLES: 'delivery,webhooks',
      }),
      numbers,
    )
    const [stopped, living] = await owners()
    process.kill(first.pid, 'SIGSTOP')
    await until(async () => (await owners()).join() === living, 'the release of what the stopped process had')
    const held1 = held
    hold()
    await until(() => slow.every((id) => copies().get(id) === 2), 'the mails of the stopped process')
    // Its own outcomes come while the other one has the leases, and count for nothing.
    process.kill(first.pid, 'SIGCONT')
    held1?.open()
    await until(async () => (await owners()).includes(stopped ?? ''), 'the stopped process to register anew')
    const lost = async () =>
      Number(
        /^postseal_lost_leases_total (\d+)$/m.exec(await (await fetch(`${first.url}/metrics`)).text())?.[1],
      )
    await until(async () => (await lost()) === many, 'the outcomes that are not its own')
    reply()
    await untilQueuesAreEmpty('what the stopped process had')
    for (const id of slow) expect(copies().get(id)).toBe(2)

    // It is told to stop, and its servers stay silent: the other one has the rest as soon as it has ended.
    const unfinished = await sendHeld(first)
    const { rows: leased } = await sql.query<{ message_id: Uuid }>(
      'select message_id from delivery_queue where lease = $1',
      [stopped],
    )
    const given = leased.map(({ message_id }) => `<${toTypeId('msg', message_id)}@shop.example>`)
    expect(given.length).toBeGreaterThan(0)
    expect(await first.stop()).toMatchObject({ code: 0 })
    expect(await owners()).toEqual([living])
    await until(() => given.every((id) => copies().get(id) === 2), 'what the ended process had')
    reply()
    await untilQueuesAreEmpty('what the ended process had')
    for (const id of unfinished) expect(copies().get(id)).toBe(given.includes(id) ? 2 : 1)

    // It is started again, and killed beside another one.
    first = await startProcess(firstEnv, numbers)
    await second.stop()
    expect(await owners()).toHaveLength(1)
    const last = await sendHeld(first)
    const third = await startProcess(
      await serviceEnv({ ...own, POSTSEAL_DATA_DIR: newDataDir(), POSTSEAL_ROLES: 'delivery,webhooks' }),
      numbers,
    )
    await first.kill()
    reply()
    await untilQueuesAreEmpty('what the killed process had')
    for (const id of last) expect(copies().get(id)).toBe(2)
    await until(async () => (await owners()).length === 1, 'the end of its row')

    const { rows } = await sql.query(
      'select distinct status, jsonb_array_length(attempts) as attempts from message_logs',
    )
    expect(rows).toEqual([{ status: 'delivered', attempts: 1 }])
    await third.stop()
    expect(await owners()).toEqual([])
    // A webhook comes once more at most for each time that its process ended.
    const webhooks = new Set(receiver.received.map(({ deliveryId }) => deliveryId))
    expect(webhooks.size).toBe(2 * 5 * many)
    expect(receiver.received.length - webhooks.size).toBeLessThanOrEqual(4 * 2 * many)
  },
)

test('on the embedded database it goes on at once', async () => {
  const first = await serviceEnv({ ...env, POSTSEAL_ROLES: 'api,delivery,webhooks,scheduler' })
  // It does not wait until the process before it counts as ended, nor until the leases end.
  const patient = { ...numbers, leases: { ...numbers.leases, endedSeconds: 3600, expireSeconds: 3600 } }
  let service = await startProcess(first, patient)
  await subscribe(service, receiver.url, { events: ['message.accepted'] })
  const mails = await sendHeld(service)
  await service.kill()
  service = await startProcess(first, patient)
  await until(() => mails.every((id) => copies().get(id) === 2), 'the mails to go again')
  reply()
  const client = new pg.Client({
    host: socketFolderOf(service.dataDir),
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  await until(
    async () =>
      (await client.query('select from delivery_queue union all select from webhook_queue')).rowCount === 0,
    'the end of all deliveries',
  )
  await client.end()
  await service.stop()
})
