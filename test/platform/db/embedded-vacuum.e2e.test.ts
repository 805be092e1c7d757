import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkpointJob, vacuumJob } from '../../../server/platform/scheduler/upkeep.js'
import { send, untilLog } from '../../support/mail.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../../support/process.js'
import { until } from '../../support/until.js'

/** The embedded database has nobody else to make room of what is gone. */

let service: ServiceProcess
let db: Knex
beforeAll(async () => {
  service = await startProcess(await serviceEnv())
  const host = `${service.dataDir}/db`
  db = knex({
    client: 'pg',
    connection: { host, user: 'postgres', database: 'postgres' },
    pool: { min: 0, max: 2 },
  })
})
afterAll(async () => {
  await db.destroy()
  expect(await service.stop()).toMatchObject({ code: 0 })
})

/** Rows come, change as a claim changes them, and go. They are never due, so the service does not claim them itself. */
async function fillAndEmptyQueue(): Promise<void> {
  await db.raw(
    `insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour', 'filler.example' from generate_series(1, 5000)`,
  )
  await db.raw(
    `update delivery_queue set due_at = due_at + interval '1 minute' where destination = 'filler.example'`,
  )
  await db.raw(`delete from delivery_queue where destination = 'filler.example'`)
}

async function sizeOfQueue(): Promise<number> {
  const row = await db
    .select<{ size: number }[]>(db.raw(`pg_total_relation_size('delivery_queue')::integer as size`))
    .first()
  return row?.size ?? NaN
}

test('a service on its embedded database makes room by itself', async () => {
  await until(async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    return /^postseal_job_last_run_timestamp_seconds\{job="vacuum"\} \d/m.test(metrics)
  }, 'a run')
})

test('a queue that fills and empties for ever does not grow for ever, and mail goes on meanwhile', async () => {
  const job = vacuumJob(db, 1)
  const round = async () => {
    await fillAndEmptyQueue()
    await job.run(new AbortController().signal)
    return sizeOfQueue()
  }
  const message = await send(service, 'ada@example.com')
  await round()
  const before = await round()
  for (let count = 0; count < 4; count += 1) await round()
  // Without it, each round would add as much as the first one left.
  expect(await sizeOfQueue()).toBeLessThan(1.5 * before)
  await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
})

test('the write-ahead log does not grow for ever', async () => {
  const walBytes = async () => {
    const { rows } = await db.raw<{ rows: { bytes: string }[] }>(
      'select sum(size) as bytes from pg_ls_waldir()',
    )
    return Number(rows[0]?.bytes)
  }
  const job = checkpointJob(db, 1, 16_000_000)
  const write = () => db.raw(`select pg_logical_emit_message(false, 'filler', repeat('x', 8000000))`)
  const sizes: number[] = []
  for (let round = 0; round < 12; round += 1) {
    await write()
    await job.run(new AbortController().signal)
    sizes.push(await walBytes())
  }
  // As much as it has written altogether is 96 MB more.
  expect(sizes.at(-1)).toBeLessThan((sizes[3] ?? NaN) + 40_000_000)
})

test('a run ends between two tables when the service stops', async () => {
  const stopping = new AbortController()
  let vacuumed = 0
  db.on('query', ({ sql }: { sql: string }) => {
    if (!sql.startsWith('vacuum')) return
    vacuumed += 1
    stopping.abort()
  })
  await vacuumJob(db, 1).run(stopping.signal)
  expect(vacuumed).toBe(1)
})
