import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { newUuid, newWorkspaceId } from '../../../server/platform/db/ids.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { migrate } from '../../../server/platform/db/schema/migrate.js'
import { clampWindow } from '../../../server/platform/http/lists/pagination.js'
import { makeBlock } from '../../../server/platform/log-search/blocks.js'
import { defaultScheduler } from '../../../server/platform/config/scheduler.js'
import type { LogFilters } from '../../../server/product/messages/reads/log-conditions.js'
import { listLogs } from '../../../server/product/messages/reads/read-logs.js'
import { atMost, type Benchmark } from '../benchmark.js'
import { percentile } from '../percentile.js'
import { processorMs } from '../processor-time.js'
import { seedLogs } from './seed-logs.js'

const usual = 1_000_000
const calls = 60
const warmUp = 5
const day = 24 * 3600 * 1000
const boundMs = 50

/** Another one each round, so that what is cached is not all there is. */
const searches = (logs: number): readonly (readonly [string, (round: number) => LogFilters])[] => {
  const some = (round: number) => 1 + ((round * 7919 * 131) % logs)
  // Each third log is of an order.
  const order = (round: number) => 3 * Math.ceil((some(round) - 2) / 3)
  return [
    ['a common word', () => ({ q: 'order' })],
    ['a rare word', () => ({ q: 'statement' })],
    ['an order number of a subject', (round) => ({ q: `A-${order(round)}` })],
    ['a word that none has', (round) => ({ q: `absent${round}` })],
    ['two words', (round) => ({ q: `shipped ${order(round)}` })],
    ['two common words that never meet', () => ({ q: 'order password' })],
    ['a word that a prefix of thousands begins with', (round) => ({ q: `user${1 + (round % 9)}` })],
    ['an address', (round) => ({ q: `user${some(round) % Math.ceil(logs / 20)}@example.com` })],
    ['a common domain', () => ({ recipient_domain: 'example.com' })],
    ['a rare domain', () => ({ recipient_domain: 'rare.example' })],
    ['a domain that none has', () => ({ recipient_domain: 'absent.example' })],
    ['a common subject', () => ({ subject: 'your order' })],
    ['a rare subject', () => ({ subject: 'quarterly statement' })],
    ['a key of metadata', () => ({ metadata_key: 'order_id' })],
    ['a rare key of metadata', () => ({ metadata_key: 'rare_key' })],
    ['a pair of metadata', (round) => ({ metadata_key: 'order_id', metadata_value: `A-${order(round)}` })],
  ]
}

/** A search by words costs the same however many logs there are, and indexing them little. */
export const logSearch: Benchmark = {
  name: 'log-search',
  title:
    `a page of 25 message logs by words, domain, subject and metadata among ${usual.toLocaleString('en')} logs of a ` +
    `workspace (--logs for another number): ms of ${calls} calls of the service's functions (no HTTP); and what indexing costs`,
  flags: {
    options: { logs: { type: 'string' } },
    usage: `  --logs N  log-search: how many logs there are (${usual.toLocaleString('en')})`,
  },
  run: async (context) => {
    const logs = Number(context.flags['logs'] ?? usual)
    const databaseUrl = await context.createDatabase()
    const settings = { databaseConnections: 2, databaseInMemory: false, embeddedFlush: false, dataDir: '' }
    const database = await openDatabase({ ...settings, databaseUrl, statementSeconds: 600 })
    const sql = new pg.Pool({ connectionString: databaseUrl, max: 1 })
    try {
      const { db } = database
      await migrate(db)
      const workspaceId = newWorkspaceId()
      await db('workspaces').insert({ id: workspaceId, name: 'Shop' })
      const to = Date.now() - day
      await seedLogs(sql, { workspaceId, project: newUuid(), logs, from: to - 28 * day, to }, (done) => {
        if (done % 500_000 === 0) context.progress(`${done.toLocaleString('en')} logs written`)
      })
      await sql.query('vacuum analyze')
      await sql.query('checkpoint')
      const server = serverOf(sql)
      const cost = await measured(server, async () => {
        let indexed = 0
        for (;;) {
          const made = await makeBlock(db, workspaceId, defaultScheduler.logSearch)
          if (typeof made !== 'number') return indexed
          indexed += made
          if (indexed % 100_000 === 0) context.progress(`${indexed.toLocaleString('en')} logs indexed`)
        }
      })
      const { rows: sizes } = await sql.query<{ bytes: string; pairs: string }>(
        `select pg_total_relation_size('log_search_words') + pg_total_relation_size('log_search_blocks') as bytes,
           (select count(*) from log_search_words) as pairs`,
      )
      await sql.query('vacuum analyze log_search_words, log_search_blocks')
      const visibility = { workspaceId, projectId: null, environment: null }
      const window = clampWindow({}, new Date(0))
      const rows: Record<string, string | number>[] = []
      const ratios: Record<string, ReturnType<typeof atMost>> = {}
      for (const [name, filters] of searches(logs)) {
        context.progress(name)
        const times: number[] = []
        let found = 0
        for (let round = 0; round < warmUp + calls; round += 1) {
          const begin = performance.now()
          const page = await listLogs(db, visibility, { limit: 25, ...filters(round) }, window)
          if (round >= warmUp) times.push(performance.now() - begin)
          found = page.data.length
        }
        const p95 = percentile(times, 95)
        rows.push({ search: name, found, p50: percentile(times, 50).toFixed(1), p95: p95.toFixed(1) })
        ratios[name] = atMost(boundMs, p95)
      }
      const perLog = (value: number) => (value / cost.indexed).toFixed(1)
      const extra: readonly (readonly [string, string])[] = [
        ['indexing, µs of Node a log', perLog(cost.nodeMs * 1000)],
        ['indexing, µs of PostgreSQL a log', perLog(cost.serverMs * 1000)],
        ['the index, bytes a log', perLog(Number(sizes[0]?.bytes))],
        ['the index, words a log', perLog(Number(sizes[0]?.pairs))],
      ]
      for (const [name, value] of extra) rows.push({ search: name, found: cost.indexed, p50: value, p95: '' })
      return { rows, ratios }
    } finally {
      await sql.end()
      await database.close()
    }
  },
}

/** The processor time of the sessions of PostgreSQL that the service has, in milliseconds. */
function serverOf(sql: pg.Pool): () => Promise<number> {
  return async () => {
    const { rows } = await sql.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return processorMs(rows.map(({ pid }) => pid))
  }
}

async function measured(server: () => Promise<number>, work: () => Promise<number>) {
  const [serverBefore, nodeBefore] = [await server(), process.cpuUsage()]
  const indexed = await work()
  const node = process.cpuUsage(nodeBefore)
  return { indexed, nodeMs: (node.user + node.system) / 1000, serverMs: (await server()) - serverBefore }
}
