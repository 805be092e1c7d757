import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minUuidAt } from '../../../server/platform/db/ids.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { purgeOnce } from '../../support/database/purge.js'

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
  await purgeOnce(db, 2)
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

test('the audit log tells once a day that rows were purged, where people ask for such rows', async () => {
  const entries = () => db('audit_events').where({ operation: 'service.purge' }).pluck('workspace_id')
  expect(await entries()).toEqual([])
  const [workspace] = await db('workspaces').limit(1).pluck<string[]>('id')
  const old = minUuidAt(new Date(Date.now() - 1000 * 24 * 3600 * 1000))
  for (let n = 0; n < 5; n += 1)
    await db('events').insert({ workspace_id: workspace, id: old.slice(0, -1) + n, type: 'x', data: '{}' })
  await purge()
  expect(await db('events')).toEqual([])
  expect(await entries()).toEqual([workspace])
})
