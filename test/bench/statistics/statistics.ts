import knex, { type Knex } from 'knex'
import { performance } from 'node:perf_hooks'
import { newUuid, newWorkspaceId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { migrate } from '../../../server/platform/db/schema/migrate.js'
import { foldStatistics } from '../../../server/platform/statistics/fold.js'
import { retrieveStatistics } from '../../../server/platform/statistics/statistics.js'
import { atMost, type Benchmark, type BenchmarkContext } from '../benchmark.js'
import { median } from '../median.js'

const [many, few] = [1_000_000, 100_000]
const days = 400
/** Number of recipients that have the same hour, project, category, domain and outcome. */
const alike = 5
const batch = 50_000
const reads = 15

type Query = Parameters<typeof retrieveStatistics>[2]

const dayMs = 24 * 3_600_000
const ago = (count: number) => new Date(Date.now() - count * dayMs).toISOString()

const asked: readonly { readonly name: string; readonly query: Query }[] = [
  { name: 'the last 24 hours', query: {} },
  { name: '31 days by the hour', query: { since: ago(30.9) } },
  { name: '400 days by the day', query: { interval: 'day', since: ago(398.9) } },
  { name: '24 hours by category', query: { group_by: 'category' } },
  { name: '30 days of one domain', query: { interval: 'day', destination: 'd7.example' } },
  {
    name: '400 days by domain',
    query: { interval: 'day', since: ago(398.9), group_by: 'destination', max_groups: 20 },
  },
  {
    name: '31 days by the hour, of one category, by domain',
    query: { since: ago(30.9), category: 'c3', group_by: 'destination', max_groups: 20 },
  },
]

/** Measures that the cost of a read follows from its periods and groups, not from how many messages there were. */
export const statistics: Benchmark = {
  name: 'statistics',
  title:
    `statistics of a workspace with ${many.toLocaleString('en')} messages over ${days} days, 3 projects, 20 categories ` +
    `and 50 domains, beside the same reads of one with ${few.toLocaleString('en')}`,
  run: async (context) => {
    const databaseUrl = await context.createDatabase()
    const { db, close } = await connect(databaseUrl)
    try {
      const [small, foldedOfFew] = await populate(db, few, context)
      const [large, folded] = await populate(db, many, context)
      // As a PostgreSQL server does by itself, some time later.
      await db.raw('vacuum analyze statistics, statistics_pending')
      const measured: { name: string; floor: number; taken: number }[] = []
      for (const { name, query } of asked) {
        const [floor, taken] = [await timeOf(db, small, query), await timeOf(db, large, query)]
        measured.push({ name, floor, taken })
      }
      const ratioOf = (name: string) => {
        const { taken, floor } = measured.find((each) => each.name === name) ?? { taken: NaN, floor: NaN }
        return taken / floor
      }
      return {
        rows: [
          ...measured.map(({ name, floor, taken }) => ({
            read: name,
            [`of ${few.toLocaleString('en')}, ms`]: tenths(floor),
            [`of ${many.toLocaleString('en')}, ms`]: tenths(taken),
          })),
          {
            read: 'pending counts folded, a second',
            [`of ${few.toLocaleString('en')}, ms`]: Math.round(foldedOfFew),
            [`of ${many.toLocaleString('en')}, ms`]: Math.round(folded),
          },
        ],
        ratios: {
          // Of ten times the messages, of which more periods have counts.
          day_ratio: atMost(3, ratioOf('the last 24 hours')),
          month_ratio: atMost(5, ratioOf('31 days by the hour')),
          year_ratio: atMost(5, ratioOf('400 days by the day')),
          domain_ratio: atMost(5, ratioOf('30 days of one domain')),
        },
      }
    } finally {
      await close()
    }
  },
}

async function connect(databaseUrl: string): Promise<{ db: Knex; close: () => Promise<void> }> {
  const settings = { databaseConnections: 1, databaseInMemory: false, embeddedFlush: false, dataDir: '' }
  const database = await openDatabase({ ...settings, databaseUrl, statementSeconds: 600 })
  await migrate(database.db)
  await database.close()
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 1, max: 1 } })
  return { db, close: () => db.destroy() }
}

/**
 * Counts as many messages of the past, and folds them.
 *
 * @returns the workspace, and how many pending counts were folded a second
 */
async function populate(
  db: Knex,
  messages: number,
  context: BenchmarkContext,
): Promise<[WorkspaceId, number]> {
  const workspaceId = newWorkspaceId()
  await db('workspaces').insert({ id: workspaceId, name: 'Shop' })
  const projects = [newUuid(), newUuid(), newUuid()]
  await db('projects').insert(
    projects.map((id) => ({ id, workspace_id: workspaceId, name: 'Shop', environment: 'live' })),
  )
  await db.raw(
    `insert into statistics_pending (workspace_id, hour, project_id, category, destination, measure, count)
     select ?, hour, (?::uuid[])[1 + n % 3], 'c' || floor(20 * random() ^ 2), 'd' || floor(50 * random() ^ 2) || '.example',
       measure, ${alike}
     from (
       select n, date_trunc('hour', now(), 'UTC') - make_interval(hours => floor(random() * ${24 * days})::integer) as hour
       from generate_series(1, ?::integer) n
     ) message cross join lateral (
       values ('accepted'), (case when n % 50 = 0 then 'bounced:unknown_user' else 'delivered:' || 50 + n % 30 end)
     ) counted (measure)`,
    [workspaceId, projects, messages / alike],
  )
  await db.raw('analyze statistics_pending')
  const start = performance.now()
  let sum = 0
  for (let folded: number | undefined = batch; folded === batch;) {
    folded = await foldStatistics(db, workspaceId, batch)
    sum += folded ?? 0
    context.progress(`${sum.toLocaleString('en')} counts folded`)
  }
  return [workspaceId, (sum * 1000) / (performance.now() - start)]
}

/** The median time of a read in milliseconds. */
async function timeOf(db: Knex, workspaceId: WorkspaceId, query: Query): Promise<number> {
  const visibility = { workspaceId, projectId: null, environment: null }
  const times: number[] = []
  for (let read = 0; read < reads; read += 1) {
    const start = performance.now()
    await retrieveStatistics(db, visibility, query, new Date())
    times.push(performance.now() - start)
  }
  return median(times)
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10
}
