import type { Knex } from 'knex'
import pg from 'pg'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import {
  minUuidAt,
  newUuid,
  newWorkspaceId,
  type Uuid,
  type WorkspaceId,
} from '../../../server/platform/db/ids.js'
import { makePartitions } from '../../../server/platform/scheduler/partitions/make.js'
import { partitionsJob } from '../../../server/platform/scheduler/partitions/job.js'
import { historyTables, readDivisions } from '../../../server/platform/scheduler/partitions/state.js'
import { insertCampaign, insertCampaignMail } from '../../support/campaigns/campaign-rows.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { seedHistory } from '../../support/messages/history.js'
import { purgeOnce } from '../../support/database/purge.js'

/** The history of a large database, divided by time, on a PostgreSQL without a service. The tests set the clock. */

const day = 24 * 3600 * 1000
/** UTC. */
const today = Date.now() - (Date.now() % day)
const daysAgo = (days: number) => new Date(today - days * day + day / 2)
const never = new AbortController().signal
const log = pino({ level: 'silent' })
const tables = historyTables.map(({ table }) => table)

let database: ConnectedDatabase
let db: Knex
let sql: pg.Pool
let projectId: Uuid
let workspaceId: WorkspaceId
let other: WorkspaceId
let purged: Record<string, number>

beforeEach(async () => {
  database = await openMigratedDatabase(3)
  db = database.db
  sql = new pg.Pool({ connectionString: database.url })
  purged = {}
  ;[workspaceId, other, projectId] = [newWorkspaceId(), newWorkspaceId(), newUuid()]
  for (const [id, days] of [
    [workspaceId, 90],
    [other, 10],
  ])
    await sql.query(`insert into workspaces (id, name, retention_days) values ($1, 'A', $2)`, [id, days])
  return async () => {
    await sql.end()
    await database.drop()
  }
})

const metrics = {
  ran: () => undefined,
  purged: (table: string, rows: number) => void (purged[table] = (purged[table] ?? 0) + rows),
}
const divide = (now: Date, fromBytes = 0) =>
  partitionsJob(
    db,
    { everySeconds: 600, fromBytes, perRetention: 100 },
    { log, metrics, clock: () => now },
  ).run(never)

const seed = (from: Date, to: Date, messages = 60, of = workspaceId) =>
  seedHistory(sql, { workspaceId: of, projects: [projectId], messages, from, to })

async function countsOf(of: WorkspaceId = workspaceId): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql.query<{ count: number }>(
      `select count(*)::integer as count from ${table} where workspace_id = $1`,
      [of],
    )
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

const divisionOf = async (table: string) => (await readDivisions(db)).find((each) => each.table === table)!
const daysOf = async (table: string) =>
  (await divisionOf(table)).partitions.map(({ from, to }) => [from?.getTime() ?? null, to.getTime()])
const indexesOf = async () =>
  (
    await sql.query(
      `select tablename, indexname, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
       where tablename = any($1) order by 1, 2`,
      [tables],
    )
  ).rows

test('a small history stays as it is', async () => {
  await seed(daysAgo(3), daysAgo(1))
  await divide(new Date(), 1024 ** 3)
  expect((await readDivisions(db)).map(({ isDivided }) => isDivided)).toEqual(tables.map(() => false))
})

test('a large one is divided with all that it has, its indexes and its rights, and nothing changes after that', async () => {
  const role = `reader_${newUuid().replaceAll('-', '')}`
  await sql.query(`create role ${role}; grant select, insert on events to ${role}`)
  await seed(daysAgo(3), daysAgo(1))
  const [counts, indexes] = [await countsOf(), await indexesOf()]
  const now = new Date()
  await divide(now)
  expect(await countsOf()).toEqual(counts)
  expect(await indexesOf()).toEqual(indexes)
  for (const table of tables) expect(await daysOf(table), table).toEqual([[null, today + 7 * day]])
  const { rows } = await sql.query(
    `select has_table_privilege($1, 'events', 'insert') as insert, has_table_privilege($1, 'events', 'delete') as delete`,
    [role],
  )
  expect(rows).toEqual([{ insert: true, delete: false }])
  await sql.query(`drop owned by ${role}; drop role ${role}`)

  const { rows: found } = await sql.query<{ oid: number }>(
    `select oid from pg_class where relname ~ '^messages'`,
  )
  await divide(now)
  const again = await sql.query<{ oid: number }>(`select oid from pg_class where relname ~ '^messages'`)
  expect(again.rows).toEqual(found)
  const defaults = await sql.query(
    `select pg_get_expr(adbin, adrelid) as value from pg_attrdef where adrelid = 'events'::regclass`,
  )
  expect(defaults.rows).toEqual([{ value: expect.stringContaining('pg_current_xact_id') as string }])
})

test('each day gets a partition, ahead of its time, and each row is in that of its day', async () => {
  for (const ago of [20, 16, 9, 8, 0]) await divide(daysAgo(ago))
  const days = await daysOf('messages')
  expect(days[0]).toEqual([null, today - 13 * day])
  expect(days.slice(1)).toEqual(
    Array.from({ length: 17 }, (_, index) => [today - (13 - index) * day, today - (12 - index) * day]),
  )
  await seed(daysAgo(16), daysAgo(0))
  const { rows } = await sql.query<{ part: string; first: Uuid; last: Uuid }>(
    `select tableoid::regclass::text as part, min(id::text) as first, max(id::text) as last from message_logs group by 1`,
  )
  expect(rows.length).toBeGreaterThan(10)
  const { partitions } = await divisionOf('message_logs')
  for (const { part, first, last } of rows) {
    const { from, to } = partitions.find((each) => `message_logs_${each.part}` === part)!
    expect(from === null || first >= minUuidAt(from), part).toBe(true)
    expect(last < minUuidAt(to), part).toBe(true)
  }
})

test('what came while no scheduler was there for long becomes a partition with all its rows', async () => {
  await divide(daysAgo(40))
  await seed(daysAgo(39), daysAgo(1))
  const counts = await countsOf()
  await divide(new Date())
  expect(await countsOf()).toEqual(counts)
  expect(await daysOf('events')).toEqual([
    [null, today - 33 * day],
    [today - 33 * day, today + 7 * day],
  ])
  const { rows } = await sql.query('select from events_default')
  expect(rows).toEqual([])
})

test('a retention of years makes wider partitions, no more of them', async () => {
  await sql.query('update workspaces set retention_days = 3650 where id = $1', [workspaceId])
  await divide(daysAgo(40))
  await divide(new Date())
  expect(await daysOf('messages')).toEqual([
    [null, today - 33 * day],
    [today - 33 * day, today + 4 * day],
  ])
})

test('a bound that a crash has left is finished, and taken away where its time has come near', async () => {
  const now = new Date()
  await divide(daysAgo(40))
  await db.raw('select bound_history_default(?, ?, ?)', [
    'events',
    minUuidAt(new Date(today - 33 * day)),
    minUuidAt(new Date(today + 5 * day)),
  ])
  await db.raw('select bound_history_default(?, ?, ?)', [
    'messages',
    minUuidAt(new Date(today - 33 * day)),
    minUuidAt(new Date(today + day)),
  ])
  await makePartitions(db, 'events', 1, now)
  expect((await daysOf('events')).at(-1)).toEqual([today - 33 * day, today + 5 * day])
  await makePartitions(db, 'messages', 40, now)
  expect((await divisionOf('messages')).closing).toBeNull()
  expect((await daysOf('messages')).at(-1)).toEqual([today - 33 * day, today + 7 * day])
})

test('an id of a time that is yet to come lets nothing be refused', async () => {
  const insert = (days: number) =>
    sql.query(`insert into events (workspace_id, id, type, data) values ($1, $2, 'x', '{}')`, [
      workspaceId,
      minUuidAt(daysAgo(days)),
    ])
  await insert(-300)
  await expect(divide(new Date())).rejects.toThrow('events_default_bound')
  expect(await divisionOf('events')).toMatchObject({ isDivided: true, partitions: [], closing: null })
  await insert(-301)
  await sql.query('delete from events')
  await divide(new Date())
  // Beside partitions it is let be.
  await insert(-300)
  await divide(new Date())
  expect((await divisionOf('events')).partitions).toHaveLength(1)
})

test('a row that somebody holds keeps a partition from being made for half a second, and nobody waits', async () => {
  const client = await sql.connect()
  await client.query('begin')
  await client.query('select from messages limit 1')
  await expect(divide(new Date())).rejects.toThrow('lock timeout')
  await client.query('rollback')
  client.release()
  await divide(new Date())
  expect((await divisionOf('messages')).partitions).toHaveLength(1)
})

/** The history from 20 to 2 days ago, by the day but for what is older than 13 days. */
async function divided(): Promise<void> {
  for (const ago of [20, 16, 0]) await divide(daysAgo(ago))
  await seed(daysAgo(20), daysAgo(2), 90)
}
const keepDays = (days: number, of = workspaceId) =>
  sql.query('update workspaces set retention_days = $2 where id = $1', [of, days])
const oldest = async (table: string) =>
  (
    await sql.query<{ id: Uuid }>(`select id from ${table} where workspace_id = $1 order by id limit 1`, [
      workspaceId,
    ])
  ).rows[0]?.id ?? ''

test('a day that no workspace keeps any more goes at once, and none that one keeps', async () => {
  await divided()
  await seed(daysAgo(20), daysAgo(9), 30, other)
  await keepDays(8)
  await divide(daysAgo(0))
  // The neighbour keeps its history for ten days.
  expect((await daysOf('messages'))[0]).toEqual([today - 10 * day, today - 9 * day])
  for (const table of tables)
    expect((await daysOf(table))[0], table).toEqual([today - 10 * day, today - 9 * day])
  for (const table of ['messages', 'message_logs', 'events'])
    expect((await oldest(table)) >= minUuidAt(new Date(today - 10 * day)), table).toBe(true)
  expect((await countsOf(other)).messages).toBeGreaterThan(0)
  const { rows } = await sql.query('select workspace_id from audit_events where operation = $1 order by 1', [
    'service.purge',
  ])
  expect(rows).toEqual([workspaceId, other].sort().map((id) => ({ workspace_id: id })))
})

test('what is yet to be sent keeps its day and those behind it', async () => {
  await divided()
  await keepDays(5)
  await keepDays(5, other)
  const { rows } = await sql.query<{ id: Uuid; message_id: Uuid }>(
    'select id, message_id from message_logs where id > $1 order by id limit 1',
    [minUuidAt(new Date(today - 10 * day))],
  )
  await sql.query(
    `insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination)
     values ($1, $2, $3, 'infinity', '')`,
    [workspaceId, rows[0]?.id, rows[0]?.message_id],
  )
  const waiting = newUuid()
  await sql.query(
    `insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at) values ($1, $2, $2, $2, now())`,
    [workspaceId, minUuidAt(new Date(today - 8 * day)).slice(0, -12) + waiting.slice(-12)],
  )
  await divide(daysAgo(0))
  for (const table of ['messages', 'message_contents', 'message_logs', 'events'])
    expect((await daysOf(table))[0], table).toEqual([today - 10 * day, today - 9 * day])
  await sql.query('delete from delivery_queue')
  await divide(daysAgo(0))
  expect((await daysOf('messages'))[0]).toEqual([today - 5 * day, today - 4 * day])
  expect((await daysOf('events'))[0]).toEqual([today - 8 * day, today - 7 * day])
  expect((await daysOf('webhook_deliveries'))[0]).toEqual([today - 8 * day, today - 7 * day])
})

test('of logs of campaigns stays what had become of how many', async () => {
  for (const ago of [20, 16, 0]) await divide(daysAgo(ago))
  await keepDays(5)
  const campaign = await insertCampaign(sql, workspaceId, projectId, {
    status: 'sent',
    completedAt: new Date(),
  })
  for (const [index, status] of (['delivered', 'bounced', 'delivered'] as const).entries())
    await insertCampaignMail(sql, {
      workspaceId,
      projectId,
      campaignId: campaign,
      contactId: newUuid(),
      email: `a${index}@example.com`,
      status,
      messageId: minUuidAt(daysAgo(12)).slice(0, -4) + String(1000 + index),
    })
  // Its logs are as old as the messages.
  await sql.query('update message_logs set id = message_id')
  await sql.query('delete from delivery_queue')
  const logs = await sql.query('select from message_logs where campaign_id = $1', [campaign])
  expect(logs.rowCount).toBe(3)
  await divide(daysAgo(0))
  const counted = await sql.query('select status, count from campaign_purged_logs order by 1')
  expect(counted.rows).toEqual([
    { status: 'bounced', count: 1 },
    { status: 'delivered', count: 2 },
  ])
  expect((await sql.query('select from message_logs where campaign_id = $1', [campaign])).rowCount).toBe(0)
})

test('the purge leaves to be dropped what goes with its day, and deletes what a shorter retention has', async () => {
  for (const ago of [20, 16, 0]) await divide(daysAgo(ago))
  await keepDays(5)
  await keepDays(3, other)
  /** The first moment of the day that is partly past a retention, with the hour that is left to the dropping. */
  const dayOf = (retention: number) => {
    const past = Date.now() - retention * day - 3600_000
    return past - (past % day)
  }
  const insert = async (of: WorkspaceId, at: number) => {
    const id = minUuidAt(new Date(at))
    await sql.query(`insert into events (workspace_id, id, type, data) values ($1, $2, 'x', '{}')`, [of, id])
    return id
  }
  const left = await insert(workspaceId, dayOf(5))
  await insert(workspaceId, dayOf(5) - 1)
  // Of the first partition, which has all that is older than the days.
  await insert(workspaceId, today - 15 * day)
  await insert(other, dayOf(3))
  await insert(other, dayOf(5))
  const kept = await insert(other, Date.now() - 2 * day)
  await purgeOnce(db, 50)
  const { rows } = await sql.query<{ id: Uuid }>('select id from events order by id')
  expect(rows.map(({ id }) => id)).toEqual([left, kept])
})
