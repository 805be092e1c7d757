import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressTokens } from '../../../server/product/audience/erasure/address-tokens.js'
import { audiencePurge } from '../../../server/product/audience/purge.js'
import { purgeJob } from '../../../server/platform/scheduler/purge/purge.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database.js'

/** A purge among many workspaces, on a PostgreSQL without a service. */

let database: ConnectedDatabase
let db: Knex
beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
})
afterAll(() => database.drop())

/** Runs the purge, two rows or workspaces at a time, and counts its statements. */
async function purge(): Promise<number> {
  let statements = 0
  const count = () => void (statements += 1)
  db.on('query', count)
  const metrics = { ran: () => undefined, purged: () => undefined }
  const job = purgeJob(
    db,
    { everySeconds: 600, restSeconds: 0, batch: 2 },
    audiencePurge(addressTokens(new Uint8Array(32))),
    pino({ level: 'silent' }),
    metrics,
  )
  await job.run(new AbortController().signal)
  db.off('query', count)
  return statements
}

const addWorkspaces = (count: number) =>
  db.raw(
    'insert into workspaces (id, name) select gen_random_uuid(), n::text from generate_series(1, cast(? as integer)) n',
    [count],
  )

test('workspaces that have nothing to purge cost nothing', async () => {
  const statements = await purge()
  await addWorkspaces(200)
  expect(await purge()).toBe(statements)
})

test('one run purges all workspaces, however many it looks up at once, and keeps what is younger', async () => {
  await addWorkspaces(5)
  await db.raw(
    `insert into sending_totals (workspace_id, hour, counted_by)
     select id, now() - make_interval(hours => age), gen_random_uuid()
     from workspaces cross join (values (1), (49), (50), (51)) ages (age)`,
  )
  await purge()
  const { rows } = await db.raw<{ rows: { kept: string; workspaces: string; young: boolean }[] }>(
    `select count(*) as kept, count(distinct workspace_id) as workspaces, bool_and(hour > now() - interval '2 hours') as young
     from sending_totals`,
  )
  const [{ count } = { count: 0 }] = await db('workspaces').count<{ count: string }[]>('* as count')
  expect(rows).toEqual([{ kept: count, workspaces: count, young: true }])
})
