import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test, type TestContext } from 'vitest'
import { advisoryLocks } from '../../../../server/platform/db/transaction/advisory-locks.js'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { heldPort } from '../../../support/network/ports.js'
import {
  serviceEnv,
  startProcess,
  type Env,
  type Numbers,
  type ServiceProcess,
} from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { sendOrder } from '../../../support/messages/senders.js'
import { startSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'

/**
 * Processes whose sessions with PostgreSQL end, because they are killed or because a connection is cut. Leases and the
 * time after which silence alone makes a process dead last for an hour, so what goes on does so by the session's end.
 */

const leases = { heartbeatSeconds: 0.3, pauseSeconds: 1, endedSeconds: 1.5, expireSeconds: 3600 }
const numbers: Numbers = { leases, delivery: { leaseSeconds: 3600 } }
const many = 10

/** A database, a mail server that holds all mail until it is told to reply, and the processes of one test. */
interface World {
  readonly sql: pg.Pool
  readonly env: Env
  /** The environment of another process on the same database. */
  readonly other: Env
  /** Lets the server reply. */
  readonly reply: () => void
  readonly start: (own: Env, withNumbers?: Numbers) => Promise<ServiceProcess>
  /** Sends mail that its server holds, and returns the Message-IDs once all of it is in flight. */
  readonly sendHeld: (service: ServiceProcess) => Promise<string[]>
  readonly copies: (id: string) => number
  readonly untilQueueIsEmpty: () => Promise<unknown>
  readonly owners: () => Promise<{ id: string; beats: number }[]>
  readonly kill: (service: ServiceProcess) => Promise<void>
}

async function openWorld({ onTestFinished }: TestContext): Promise<World> {
  const sinkPort = await heldPort()
  let reply: () => void = () => undefined
  const held = new Promise<void>((resolve) => (reply = resolve))
  const server = await startSmtpServer(sinkPort, () => held.then(() => 'accept' as const))
  const database = await createMigratedDatabase()
  const sql = new pg.Pool({ connectionString: database.url, max: 2 })
  const processes: ServiceProcess[] = []
  onTestFinished(async () => {
    reply()
    await Promise.all(processes.map((one) => one.stop()))
    await Promise.all([server.close(), sql.end()])
    await database.drop()
  })
  const shared = {
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_SINK_PORT: String(sinkPort),
    POSTSEAL_LOG_LEVEL: 'warn',
  }
  return {
    sql,
    env: await serviceEnv({ ...shared, POSTSEAL_ROLES: 'api,delivery' }),
    other: await serviceEnv({ ...shared, POSTSEAL_DATA_DIR: newDataDir(), POSTSEAL_ROLES: 'delivery' }),
    reply,
    start: async (own, withNumbers = numbers) => {
      const started = await startProcess(own, withNumbers)
      processes.push(started)
      return started
    },
    sendHeld: async (service) => {
      const orders = Array.from({ length: many }, (_, index) => ({
        recipient: `ada@d${index}.example`,
        idempotencyKey: String(index),
        accepted: '',
      }))
      for (const order of orders) expect((await sendOrder(service, order)).status).toBe(202)
      await until(() => server.received.length === many, 'the mails in flight')
      return orders.map(({ accepted }) => `<${accepted}@shop.example>`)
    },
    copies: (id) => server.received.filter(({ messageId }) => messageId === id).length,
    untilQueueIsEmpty: () =>
      until(async () => (await sql.query('select from delivery_queue')).rowCount === 0, 'an empty queue'),
    owners: async () => {
      const { rows } = await sql.query<{ id: string; beats: number }>(
        'select id, beats::integer from lease_owners order by started_at',
      )
      return rows
    },
    kill: async (service) => {
      processes.splice(processes.indexOf(service), 1)
      await service.kill('SIGKILL')
    },
  }
}

test.concurrent('what a killed process had in flight goes on in one that lives', async (context) => {
  const { copies, env, kill, other, owners, reply, sendHeld, start, untilQueueIsEmpty } =
    await openWorld(context)
  const first = await start(env)
  const mails = await sendHeld(first)
  await start(other)
  await until(async () => (await owners()).length === 2, 'the other process')
  await kill(first)
  await until(() => mails.every((id) => copies(id) === 2), 'the second copies')
  reply()
  await untilQueueIsEmpty()
})

test.concurrent('what a killed process had in flight goes on when it is started again', async (context) => {
  const { copies, env, kill, reply, sendHeld, start, untilQueueIsEmpty } = await openWorld(context)
  const first = await start(env)
  const mails = await sendHeld(first)
  await kill(first)
  await start(env)
  await until(() => mails.every((id) => copies(id) === 2), 'the second copies')
  reply()
  await untilQueueIsEmpty()
})

test.concurrent(
  'what a killed process had in flight goes on though none that comes after it lives for long',
  { timeout: 400_000 },
  async (context) => {
    const { copies, env, kill, owners, reply, sendHeld, start, untilQueueIsEmpty } = await openWorld(context)
    // Each is killed after a third of the time that a session must have been over.
    const slow: Numbers = { ...numbers, leases: { ...leases, endedSeconds: 6 } }
    const beatsOfLife = 2 / leases.heartbeatSeconds
    const first = await start(env, slow)
    const mails = await sendHeld(first)
    const known = new Set((await owners()).map(({ id }) => id))
    await kill(first)
    for (let lives = 0; !mails.every((id) => copies(id) >= 2); lives += 1) {
      expect(lives, 'successors that have lived').toBeLessThan(15)
      const next = await start(env, slow)
      const own = (await owners()).filter(({ id }) => !known.has(id)).map(({ id }) => id)
      for (const id of own) known.add(id)
      await until(async () => {
        const beats = (await owners()).find(({ id }) => own.includes(id))?.beats ?? 0
        return beats >= beatsOfLife || mails.every((id) => copies(id) >= 2)
      }, 'the beats of a successor')
      if (!mails.every((id) => copies(id) >= 2)) await kill(next)
    }
    reply()
    await untilQueueIsEmpty()
  },
)

test('nothing is taken from a process that lives and loses the connection of its heartbeat over and over', async (context) => {
  const { copies, env, other, owners, reply, sendHeld, sql, start, untilQueueIsEmpty } =
    await openWorld(context)
  const first = await start(env)
  const [own] = await owners()
  const mails = await sendHeld(first)
  await start(other)
  const second = await until(
    async () => (await owners()).find(({ id }) => id !== own?.id),
    'the other process',
  )
  let cut = 0
  await until(async () => {
    const { rowCount } = await sql.query(
      `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and classid = $1 and objid = (hashtext($2)::bigint & 4294967295)::oid`,
      [advisoryLocks.session, own?.id],
    )
    cut += rowCount ?? 0
    const now = (await owners()).find(({ id }) => id === second.id)
    // Three times as long as it takes to be dead.
    return (now?.beats ?? 0) > second.beats + (3 * leases.endedSeconds) / leases.heartbeatSeconds
  }, 'the beats of the other process')
  expect(cut).toBeGreaterThan(5)
  expect((await owners()).map(({ id }) => id)).toContain(own?.id)
  reply()
  await untilQueueIsEmpty()
  expect(mails.map(copies)).toEqual(mails.map(() => 1))
})
