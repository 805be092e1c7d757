import { randomInt } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { fromTypeId, toTypeId } from '../../../../server/platform/db/ids.js'
import { heldPort } from '../../../support/network/ports.js'
import { run, serviceEnv, type Started } from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { seededRandom } from '../../../support/arbitrary/random.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import {
  recordSome,
  subscribe,
  toThisMachine,
  untilAllSent,
} from '../../../support/webhooks/webhook-deliveries.js'

/**
 * Workers of webhooks are killed at random moments, over and over, while events come and are sent. The endpoint lives
 * on. Nothing is lost, and only what was in flight at a kill can come twice.
 */

const rounds = 5
const eventsOfRound = 150
/** For two subscriptions. */
const all = 2 * rounds * eventsOfRound
const maxBetween = 280

let service: TestService
let receiver: Receiver
afterEach(async () => {
  await receiver.close()
  await service.stop()
})

test(
  'kill -9 of workers loses no webhook and repeats only what was in flight',
  { timeout: 400_000 },
  async () => {
    const seed = randomInt(2 ** 31)
    await killWorkers(seededRandom(seed)).catch((error: unknown) => {
      throw new Error(`with the seed ${seed}`, { cause: error })
    })
  },
)

async function killWorkers(random: () => number): Promise<void> {
  service = await startTestService({ env: { ...toThisMachine, POSTSEAL_ROLES: 'api' } })
  receiver = await startReceiver()
  const secrets: string[] = []
  const ids: string[] = []
  for (const path of ['a', 'b']) {
    const { id, secret } = await subscribe(service, `${receiver.url}/${path}`)
    ids.push(id)
    secrets.push(secret)
  }
  const workspaceId = fromTypeId('ws', service.credentials.workspace_id)

  /** Counts how often each delivery was in the hands of a worker that was killed. */
  const inHandAtKill = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    await recordSome(service.sql, workspaceId, eventsOfRound)
    const target = Math.min(receiver.received.length + 1 + Math.floor(random() * maxBetween), all)
    // Some die between a request and its reply, some a moment later: recording or claiming others.
    const delayMs = random() < 0.5 ? 0 : random() * 10
    const reached = new Promise<void>((resolve) => {
      receiver.answer = () => {
        if (receiver.received.length >= target) resolve()
        return 200
      }
    })
    const worker = await startWorker()
    await Promise.race([reached, nothingLeft(ids)])
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await worker.kill('SIGKILL')
    for (const id of await endLeases()) inHandAtKill.set(id, (inHandAtKill.get(id) ?? 0) + 1)
  }
  const last = await startWorker()
  for (const id of ids) await untilAllSent(service.sql, id)
  expect(await last.kill('SIGTERM')).toMatchObject({ code: 0 })

  const arrived = new Map<string, number>()
  for (const { deliveryId } of receiver.received) arrived.set(deliveryId, (arrived.get(deliveryId) ?? 0) + 1)
  expect(arrived.size).toBe(all)
  expect(inHandAtKill.size).toBeGreaterThan(0)
  for (const [id, times] of arrived) expect(times - 1, id).toBeLessThanOrEqual(inHandAtKill.get(id) ?? 0)
  for (const received of receiver.received) {
    expect(received.verify([secrets[received.path.endsWith('/a') ? 0 : 1] ?? ''])).toBe('ok')
  }
  // What a killed worker had sent and not recorded was made again, so each has the one attempt that was recorded.
  const { rows } = await service.sql.query(
    `select count(*)::integer, ended_at is not null as ended, gave_up, jsonb_array_length(attempts) as attempts
     from webhook_deliveries group by 2, 3, 4`,
  )
  expect(rows).toEqual([{ count: all, ended: true, gave_up: null, attempts: 1 }])
  const totals = await service.sql.query(
    `select sum(attempts)::integer as attempts, sum(succeeded)::integer as succeeded from webhook_totals`,
  )
  expect(totals.rows).toEqual([{ attempts: all, succeeded: all }])
}

async function startWorker(): Promise<Started> {
  const { databaseUrl, secretKey } = service.config
  return run('main.js', [], {
    ...(await serviceEnv({
      ...toThisMachine,
      DATABASE_URL: databaseUrl ?? '',
      POSTSEAL_SECRET_KEY: secretKey ?? '',
      POSTSEAL_LOG_LEVEL: 'warn',
    })),
    PORT: String(await heldPort()),
    POSTSEAL_DATA_DIR: newDataDir(),
    POSTSEAL_ROLES: 'webhooks',
  })
}

async function nothingLeft(ids: readonly string[]): Promise<void> {
  for (const id of ids) await untilAllSent(service.sql, id)
}

/**
 * A dead worker's deliveries are due again when their leases end, after a minute, which is too long for a test. While
 * no worker lives it is safe to end them, once the database has done what it was told last.
 *
 * @returns what it had in flight
 */
async function endLeases(): Promise<string[]> {
  await until(async () => {
    const { rows } = await service.sql.query<{ busy: boolean }>(
      `select count(*) > 0 as busy from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query like '%lease%'`,
    )
    return rows[0]?.busy === false
  }, 'the end of what the worker has asked the database for')
  const { rows } = await service.sql.query<{ id: string }>(
    `update webhook_queue set due_at = now(), lease = null where lease is not null
     returning delivery_id as id`,
  )
  return rows.map(({ id }) => toTypeId('whd', id))
}
