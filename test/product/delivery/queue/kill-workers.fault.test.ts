import { randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { heldPort } from '../../../support/network/ports.js'
import { run, serviceEnv, startProcess, type Env, type Started } from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { seededRandom } from '../../../support/arbitrary/random.js'
import { orders, sendAll, sendOrder } from '../../../support/messages/senders.js'
import { startSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'

/**
 * Delivery workers are killed at random moments, over and over, while mail is accepted and delivered. The API and the
 * server that takes the mail live on.
 */

const messages = 1000
const rounds = 5
/** The most mails between two kills. All together leave some for the last worker, which lives. */
const maxBetween = 180
/** A workspace fills three quarters of a worker's 200 hands at most. */
const maxInHand = 150

test(
  'kill -9 of delivery workers loses nothing and repeats only what was in flight',
  { timeout: 400_000 },
  async () => {
    const seed = randomInt(2 ** 31)
    await killWorkers(seededRandom(seed)).catch((error: unknown) => {
      throw new Error(`with the seed ${seed}`, { cause: error })
    })
  },
)

async function killWorkers(random: () => number): Promise<void> {
  const database = await createMigratedDatabase()
  const sql = new pg.Pool({ connectionString: database.url, max: 2 })
  const env = await serviceEnv({
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_LOG_LEVEL: 'warn',
  })
  const api = await startProcess({ ...env, POSTSEAL_ROLES: 'api' })
  let onMail: () => void = () => undefined
  const server = await startSmtpServer(Number(env['POSTSEAL_SINK_PORT']), () => {
    onMail()
    return 'accept'
  })
  try {
    const list = orders(messages)
    const sending = sendAll(list, 8, async (order) => {
      expect((await sendOrder(api, order)).status).toBe(202)
    })
    // What it throws is seen below; what the kills throw ends it, too.
    sending.catch(() => undefined)
    /** Counts how often each message was in the hands of a worker that was killed. */
    const inHandAtKill = new Map<string, number>()
    for (let round = 0; round < rounds; round += 1) {
      const worker = await startWorker(env)
      const target = server.received.length + 1 + Math.floor(random() * maxBetween)
      // Some die between a mail's data and its reply, some a moment later: composing, claiming or recording others.
      const delayMs = random() < 0.5 ? 0 : random() * 10
      const killed = new Promise<void>((resolve) => {
        onMail = () => {
          if (server.received.length < target) return
          onMail = () => undefined
          const kill = () => void worker.kill('SIGKILL').then(() => resolve())
          if (delayMs === 0) kill()
          else setTimeout(kill, delayMs)
        }
      })
      await killed
      const left = await endLeases(sql)
      expect(left.length).toBeLessThanOrEqual(maxInHand)
      for (const id of left) inHandAtKill.set(id, (inHandAtKill.get(id) ?? 0) + 1)
    }
    await sending
    const last = await startWorker(env)
    await until(
      async () => (await sql.query('select from delivery_queue limit 1')).rowCount === 0,
      'the end of all deliveries',
    )
    expect(await last.kill('SIGTERM')).toMatchObject({ code: 0 })

    const arrived = new Map<string, number>()
    for (const { messageId } of server.received) arrived.set(messageId, (arrived.get(messageId) ?? 0) + 1)
    expect(new Set(arrived.keys())).toEqual(new Set(list.map(({ accepted }) => `<${accepted}@shop.example>`)))
    // A mail that was on its way at a kill comes once more, by its one Message-ID, and no other mail does.
    expect(inHandAtKill.size).toBeGreaterThan(0)
    for (const [messageId, times] of arrived) {
      expect(times - 1, messageId).toBeLessThanOrEqual(inHandAtKill.get(messageId) ?? 0)
    }
    const { rows } = await sql.query(
      'select distinct status, jsonb_array_length(attempts) as attempts from message_logs',
    )
    expect(rows).toEqual([{ status: 'delivered', attempts: 1 }])
  } finally {
    onMail = () => undefined
    await Promise.all([api.kill(), server.close(), sql.end()])
  }
  await database.drop()
}

async function startWorker(env: Env): Promise<Started> {
  const port = String(await heldPort())
  return run('main.js', [], {
    ...env,
    PORT: port,
    POSTSEAL_DATA_DIR: newDataDir(),
    POSTSEAL_ROLES: 'delivery',
  })
}

/**
 * A dead worker's deliveries are due again when their leases end, after a minute, which is too long for a test. While
 * no worker lives the leases are the dead one's, so that it is safe to end them, once the database has done what it was
 * told last.
 *
 * @returns the Message-IDs of what it had in flight
 */
async function endLeases(sql: pg.Pool): Promise<string[]> {
  await until(async () => {
    const { rows } = await sql.query<{ busy: boolean }>(
      `select count(*) > 0 as busy from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query like '%lease%'`,
    )
    return rows[0]?.busy === false
  }, 'the end of what the worker has asked the database for')
  const { rows } = await sql.query<{ message_id: Uuid }>(
    'update delivery_queue set due_at = now(), lease = null where lease is not null returning message_id',
  )
  return rows.map(({ message_id }) => `<${toTypeId('msg', message_id)}@shop.example>`)
}
