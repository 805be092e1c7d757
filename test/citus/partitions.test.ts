import type { Knex } from 'knex'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, type WorkspaceId } from '../../server/platform/db/ids.js'
import { partitionsJob } from '../../server/platform/scheduler/partitions/job.js'
import { historyTables, readDivisions } from '../../server/platform/scheduler/partitions/state.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../support/database/database.js'
import { seedHistory } from '../support/messages/history.js'

/** The history of a database of many machines, divided by time. */

const day = 24 * 3600 * 1000
const today = Date.now() - (Date.now() % day)
const daysAgo = (days: number) => new Date(today - days * day + day / 2)

let database: ConnectedDatabase
let db: Knex
let sql: pg.Pool
const workspaces: readonly WorkspaceId[] = [newWorkspaceId(), newWorkspaceId()]

beforeAll(async () => {
  database = await openMigratedDatabase(3)
  db = database.db
  sql = new pg.Pool({ connectionString: database.url })
  for (const id of workspaces)
    await sql.query(`insert into workspaces (id, name, retention_days) values ($1, 'A', 10)`, [id])
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const divide = (now: Date) =>
  partitionsJob(
    db,
    { everySeconds: 600, fromBytes: 0, perRetention: 10 },
    {
      log: pino({ level: 'silent' }),
      metrics: { ran: () => undefined, purged: () => undefined },
      clock: () => now,
    },
  ).run(new AbortController().signal)

async function countsOf(workspaceId: WorkspaceId): Promise<number[]> {
  const counts: number[] = []
  for (const { table } of historyTables) {
    const { rows } = await sql.query<{ count: number }>(
      `select count(*)::integer as count from ${table} where workspace_id = $1`,
      [workspaceId],
    )
    counts.push(rows[0]?.count ?? 0)
  }
  return counts
}

test('the tables are divided on every machine with all that they have, and old days go', async () => {
  for (const workspaceId of workspaces)
    await seedHistory(sql, {
      workspaceId,
      projects: [newUuid()],
      messages: 30,
      from: daysAgo(18),
      to: daysAgo(16),
    })
  const before = await countsOf(workspaces[0]!)
  await divide(daysAgo(15))
  expect(await countsOf(workspaces[0]!)).toEqual(before)
  const first = today - 8 * day
  for (const { partitions } of await readDivisions(db))
    expect(partitions.map(({ to }) => to.getTime())).toEqual([first])
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::integer as count from citus_tables where table_name::text ~ '^(messages|events)_' and colocation_id =
     (select colocation_id from citus_tables where table_name = 'workspaces'::regclass)`,
  )
  // A default partition each, and a first one.
  expect(rows).toEqual([{ count: 4 }])

  await divide(daysAgo(9))
  for (const workspaceId of workspaces)
    await seedHistory(sql, {
      workspaceId,
      projects: [newUuid()],
      messages: 30,
      from: daysAgo(8),
      to: daysAgo(6),
    })
  const young = await countsOf(workspaces[1]!)
  await divide(new Date(first + 10 * day + 2 * 60_000))
  for (const { partitions } of await readDivisions(db)) expect(partitions[0]?.from?.getTime()).toBe(first)
  const after = await countsOf(workspaces[1]!)
  expect(after).toEqual(young.map((count, index) => count - before[index]!))
})
