import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultScheduler } from '../../server/platform/config/scheduler.js'
import { checkpointJob, vacuumJob } from '../../server/platform/scheduler/upkeep.js'
import { send, untilLog } from '../support/messages/mail.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../support/service/process.js'
import { until } from '../support/time/until.js'

/** The embedded database has nobody else to make room of what is gone. */

/** Whatever has changed is vacuumed in each run. */
const always = { everySeconds: 1, rows: 1, restSeconds: 0 }

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
async function fillAndEmptyQueue(rows = 5000): Promise<void> {
  await db.raw(
    `insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour', 'filler.example' from generate_series(1, ?::integer)`,
    [rows],
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
  const job = vacuumJob(db, always)
  const round = async () => {
    await fillAndEmptyQueue()
    await job.run(new AbortController().signal)
    return sizeOfQueue()
  }
  const message = await send(service, 'ada@example.com')
  await round()
  const before = await round()
  for (let count = 0; count < 8; count += 1) await round()
  // Without it, each round would add as much as the first one left: five times as much. The service's own runs can make
  // room in the middle of a round.
  expect(await sizeOfQueue()).toBeLessThan(3 * before)
  await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
})

describe('with much to do', () => {
  /** A row of as many values as a part of a file has, which are stored outside of it. */
  const addLarge = (count: number) =>
    db.raw(
      `insert into contact_import_parts (workspace_id, import_id, start, content)
       select ?::uuid, ?::uuid, n, convert_to(repeat(md5(n::text), 8192), 'UTF8')
       from generate_series((select count(*) from contact_import_parts) + 1,
         (select count(*) from contact_import_parts) + ?) n`,
      [filler, filler, count],
    )
  const filler = '00000000-0000-7000-8000-00000000f111'
  /** The rows of the table and of what is stored outside of it that no vacuum has looked at. */
  const unvacuumed = async () => {
    await db.raw('select pg_stat_force_next_flush()')
    const { rows } = await db.raw<{ rows: { rows: string }[] }>(
      `select sum(pg_stat_get_ins_since_vacuum(oid) + pg_stat_get_dead_tuples(oid)) as rows from pg_class
       where oid in ((select reltoastrelid from pg_class where oid = 'contact_import_parts'::regclass),
         'contact_import_parts'::regclass)`,
    )
    return Number(rows[0]?.rows)
  }

  test('the service vacuums a table as soon as some megabytes of it have changed', async () => {
    await addLarge(64)
    await until(async () => (await unvacuumed()) < defaultScheduler.vacuum.rows, 'a vacuum of what was added')
    await db.raw('delete from contact_import_parts')
    await until(async () => (await unvacuumed()) < defaultScheduler.vacuum.rows, 'a vacuum of what is gone')
  })

  test('no statement goes through more pages than it does in a moment', { timeout: 120_000 }, async () => {
    const pagesSoFar = async () => {
      await db.raw('select pg_stat_force_next_flush()')
      const { rows } = await db.raw<{ rows: { pages: string }[] }>(
        `select sum(coalesce(reads, 0) + coalesce(hits, 0)) as pages from pg_stat_io where object = 'relation'`,
      )
      return Number(rows[0]?.pages)
    }
    const job = vacuumJob(db, { ...defaultScheduler.vacuum, restSeconds: 0 })
    const runs: number[] = []
    const run = async () => {
      const before = await pagesSoFar()
      await job.run(new AbortController().signal)
      runs.push((await pagesSoFar()) - before)
    }
    await run()
    runs.length = 0
    // 80 MB come a few at a time, and go.
    for (let count = 0; count < 20; count += 1) {
      await addLarge(16)
      await run()
    }
    for (let gone = 16; gone <= 320; gone += 16) {
      await db.raw('delete from contact_import_parts where start <= ?', [gone])
      await run()
    }
    expect(Math.max(...runs)).toBeLessThan(5_000)
  })
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
  // So few that the service leaves them alone.
  await fillAndEmptyQueue(10)
  await db.raw('create table other_filler as select 1 as one')
  const stopping = new AbortController()
  let vacuumed = 0
  db.on('query', ({ sql }: { sql: string }) => {
    if (!sql.startsWith('vacuum')) return
    vacuumed += 1
    stopping.abort()
  })
  await vacuumJob(db, always).run(stopping.signal)
  expect(vacuumed).toBe(1)
})
