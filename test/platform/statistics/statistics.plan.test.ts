import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, nilUuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { mailTotalsTask, statisticsTask } from '../../../server/platform/statistics/purge.js'
import { findTotals } from '../../../server/platform/statistics/totals.js'
import { foldStatistics } from '../../../server/platform/statistics/fold.js'
import type { StatisticsQuery } from '../../../server/platform/statistics/span.js'
import { retrieveStatistics } from '../../../server/platform/statistics/statistics.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { expectBounded } from '../../support/database/expect-bounded.js'

/** Statistics cost what their periods and groups are, whatever was counted before and of others. */

const days = 60
const domains = 10
const senders = 40
let database: ConnectedDatabase
let db: Knex
const [workspaceId, neighbour, old] = [newWorkspaceId(), newWorkspaceId(), newWorkspaceId()]
const projects = [newUuid(), newUuid()]

beforeAll(async () => {
  database = await openMigratedDatabase(3)
  db = database.db
  for (const id of [workspaceId, neighbour, old]) await db('workspaces').insert({ id, name: 'Shop' })
  await db('projects').insert(
    projects.map((id) => ({ id, workspace_id: workspaceId, name: 'Shop', environment: 'live' })),
  )
  await db.raw(
    `insert into statistics_pending
       (workspace_id, hour, counted_at, project_id, category, destination, measure, sender, count)
     select ?, date_trunc('hour', now(), 'UTC') - make_interval(hours => n), now(), project, 'c' || n % 3,
       'd' || n % ${domains} || '.example', measure, 's' || n % ${senders} || '.example', 1
     from generate_series(0, ${24 * days - 1}) n cross join unnest(?::uuid[]) project
     cross join (values ('accepted'), ('delivered:40')) counted (measure)`,
    [workspaceId, projects],
  )
  while ((await foldStatistics(db, workspaceId, 2000)) === 2000);
  await db.raw(
    `insert into statistics (workspace_id, level, project_id, category, destination, at, accepted, counts)
     select ?, n % 8, ?, '', '', now() - make_interval(days => 401, hours => n), 1, '{"accepted": 1}'
     from generate_series(1, 8000) n`,
    [old, newUuid()],
  )
  await db.raw(
    `insert into mail_totals (workspace_id, kind, key, day, project_id, accepted, delivered, bounced, complained)
     select ?, 'sender', 's' || n || '.example', now() - make_interval(days => 389 + n % 12, hours => 1), ?, 1, 0, 0, 0
     from generate_series(1, 1200) n`,
    [old, newUuid()],
  )
  await db.raw(
    `insert into statistics_pending (workspace_id, hour, project_id, category, destination, measure, count)
     select ?, now(), gen_random_uuid(), '', 'one.example', 'accepted', 1 from generate_series(1, 10000)`,
    [neighbour],
  )
})
afterAll(() => database.drop())

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

const read = (query: StatisticsQuery) => (trx: Knex) =>
  retrieveStatistics(trx, { workspaceId, projectId: null, environment: null }, query, new Date())

const questions: readonly (readonly [string, StatisticsQuery])[] = [
  ['a day by the hour', {}],
  ['a month by the day', { interval: 'day', since: ago(24 * 29) }],
  ['a day of one category', { category: 'c1' }],
  ['a day of one category at one domain', { category: 'c1', destination: 'd1.example' }],
  ['a day by the project', { group_by: 'project' }],
  ['a day by the category', { group_by: 'category' }],
  [
    'two days of a domain by the category',
    { group_by: 'category', destination: 'd1.example', since: ago(47) },
  ],
  // It ranks by days, of which each has all domains.
  ['ten days by the domain', { group_by: 'destination', since: ago(239) }],
]

test.each(
  ['before the planner has statistics', 'after'].flatMap((when) =>
    questions.map(([name, query]) => [name, when, query] as const),
  ),
)('to read %s, %s', async (_name, when, query) => {
  if (when === 'after') await db.raw('analyze')
  await expectBounded(
    db,
    async (trx) => {
      const { total } = await read(query)(trx)
      expect(total.accepted).toBeGreaterThan(0)
    },
    2 * 24 * domains,
  )
})

test('to fold what is pending of one workspace', async () => {
  const add = (id: WorkspaceId) =>
    db.raw(
      `insert into statistics_pending (workspace_id, hour, project_id, category, destination, measure, count)
       select ?, now(), ?, '', 'one.example', 'accepted', 1 from generate_series(1, 50)`,
      [id, projects[0] ?? ''],
    )
  await add(workspaceId)
  await expectBounded(db, async (trx) => expect(await foldStatistics(trx, workspaceId, 50)).toBe(50), 400)
})

test('what is older than 400 days is purged in batches, and nothing else', async () => {
  const purge = (trx: Knex, of: WorkspaceId, max: number) =>
    statisticsTask.purge(trx, { workspaceId: of, before: new Date() }, nilUuid, max)
  await expectBounded(
    db,
    async (trx) => expect((await purge(trx, old, 100)).purged).toEqual({ statistics: 100 }),
    800,
  )
  const sizeOf = async (id: WorkspaceId) =>
    Number((await db('statistics').where({ workspace_id: id }).count({ count: '*' }))[0]?.count)
  const before = await sizeOf(workspaceId)
  while ((await purge(db, old, 5000)).next !== null);
  expect((await purge(db, workspaceId, 5000)).purged).toEqual({ statistics: 0 })
  expect([await sizeOf(old), await sizeOf(workspaceId)]).toEqual([0, before])
})

test.each(['before the planner has statistics', 'after'])('to read senders, %s', async (when) => {
  if (when === 'after') await db.raw('analyze')
  const visibility = { workspaceId, projectId: null, environment: null }
  await expectBounded(
    db,
    async (trx) => {
      const { of } = await findTotals(trx, 'sender', ['s1.example', 'absent.example'], visibility)
      expect(of('s1.example').delivered).toBeGreaterThan(0)
      expect(of('absent.example').accepted).toBe(0)
    },
    2 * days * projects.length,
  )
})

test('totals that are older than 400 days are purged in batches, and nothing else', async () => {
  const purge = (trx: Knex, of: WorkspaceId, max: number) =>
    mailTotalsTask.purge(trx, { workspaceId: of, before: new Date() }, nilUuid, max)
  await expectBounded(
    db,
    async (trx) => expect((await purge(trx, old, 50)).purged).toEqual({ mail_totals: 50 }),
    100,
  )
  while ((await purge(db, old, 50)).next !== null);
  expect((await purge(db, workspaceId, 50)).purged).toEqual({ mail_totals: 0 })
  const left = await db('mail_totals').where({ workspace_id: old }).count({ count: '*' })
  expect(Number(left[0]?.count)).toBe(1100)
})

test('totals say since when they count: for 30 days, or since the upgrade to a version that counts them', async () => {
  const since = async () => {
    const found = await findTotals(db, 'sender', [], { workspaceId, projectId: null, environment: null })
    return found.since.getTime()
  }
  const day = 24 * hour
  const firstDay = Math.floor(Date.now() / day - 29) * day
  expect(await since()).toBe(firstDay)
  const upgradedBefore = async (days: number) => {
    const at = new Date(Date.now() - days * day)
    await db('schema_migrations').where({ name: '0034-mail-totals' }).update({ batch: 2, migration_time: at })
    return at.getTime()
  }
  const upgraded = await upgradedBefore(3)
  expect(await since()).toBe(upgraded)
  await upgradedBefore(100)
  expect(await since()).toBe(firstDay)
})
