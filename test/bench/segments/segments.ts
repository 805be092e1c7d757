import { performance } from 'node:perf_hooks'
import { compileRule } from '../../../server/product/audience/segments/sql/compile.js'
import {
  beginCount,
  advanceCount,
  countWork,
} from '../../../server/product/audience/segments/search/count.js'
import { PageSize } from '../../../server/product/audience/segments/search/page-size.js'
import { previewRule } from '../../../server/product/audience/segments/search/preview.js'
import type { RuleContext, SegmentRule } from '../../../server/product/audience/segments/rules/rule.js'
import { insertSegment } from '../../../server/product/audience/segments/save.js'
import { newUuid } from '../../../server/platform/db/ids.js'
import { runSql } from '../../../server/platform/db/statements/run-sql.js'
import { inTransaction } from '../../../server/platform/db/transaction/transaction.js'
import { atLeast, atMost, type Benchmark } from '../benchmark.js'
import { percentile } from '../percentile.js'
import { eventsEach, populate, type Crowd, type Population } from './population.js'
import { projectOf } from '../../support/workspace/projects.js'
import { wholeWorkspace } from '../../support/workspace/whole-workspace.js'

const few = 10_000
/** Less can be asked for, to try it out. */
const many = Number(process.env['BENCH_SEGMENT_CONTACTS'] ?? 1_000_000)
const calls = 40
const warmUp = 5
/** Most contacts that a walk reads with one statement. */
const pageSize = 2000

const ordersOften: SegmentRule = {
  event: { name: 'order_placed', count: { op: 'gte', value: 3 }, within: 'P30D' },
}
const rules: Readonly<Record<string, SegmentRule>> = {
  'a property': { property: { name: 'plan', op: 'eq', value: 'pro' } },
  'three events': ordersOften,
  'a property and three events': {
    all: [{ property: { name: 'plan', op: 'eq', value: 'pro' } }, ordersOften],
  },
  'events with a property': {
    event: { name: 'order_placed', where: [{ name: 'total', op: 'gte', value: 250 }] },
  },
}

/** Measures how long a preview takes, however many contacts there are, and how long an exact count takes. */
export const segments: Benchmark = {
  name: 'segments',
  title:
    `previews of ${few.toLocaleString('en')} contacts, counted, and of ${many.toLocaleString('en')}, estimated, ` +
    `with ${eventsEach} events each: p95 in ms of ${calls} calls of the service's functions (no HTTP); and an exact count`,
  async run(context) {
    const population = await populate(context, { few, many })
    try {
      const page = await times(calls, () => readPage(population))
      const previews: Measured[] = []
      for (const [name, rule] of Object.entries(rules)) {
        context.progress(`previews by ${name}`)
        previews.push(await measurePreviews(population, name, rule))
      }
      context.progress('exact count')
      const count = await measureCount(population, ordersOften)
      const [ofPage, worst] = [percentile(page, 95), previews.reduce(slower)]
      return {
        rows: [
          {
            what: `one page of ${pageSize} contacts, read by an index`,
            'few p95': '',
            'many p95': ofPage.toFixed(1),
          },
          ...previews.map(({ name, ofFew, ofMany }) => ({
            what: `a preview by ${name}`,
            'few p95': ofFew.toFixed(1),
            'many p95': ofMany.toFixed(1),
          })),
          { what: 'exact count, contacts a second', 'few p95': '', 'many p95': Math.round(count.rate) },
          {
            what: 'bare aggregate, contacts a second',
            'few p95': '',
            'many p95': Math.round(count.bareRate),
          },
          { what: 'longest page of the count, ms', 'few p95': '', 'many p95': count.longestMs.toFixed(1) },
        ],
        ratios: {
          // Below 300 ms where a page is read in 20.
          preview_page_ratio: atMost(15, worst.ofMany / ofPage),
          preview_growth_ratio: atMost(1.5, worst.ofMany / worst.ofFew),
          count_floor_ratio: atLeast(0.3, count.rate / count.bareRate),
          count_longest_page_ms: atMost(250, count.longestMs),
        },
      }
    } finally {
      await population.close()
    }
  },
}

interface Measured {
  readonly name: string
  readonly ofFew: number
  readonly ofMany: number
}

const slower = (one: Measured, other: Measured) => (other.ofMany > one.ofMany ? other : one)

async function measurePreviews(
  { db, few, many }: Population,
  name: string,
  rule: SegmentRule,
): Promise<Measured> {
  const [ofFew, ofMany]: [number[], number[]] = [[], []]
  for (let round = 0; round < warmUp + calls; round += 1) {
    for (const [crowd, taken] of [
      [few, ofFew],
      [many, ofMany],
    ] as const) {
      const begin = performance.now()
      await previewRule(db, rule as never, contextOf(crowd))
      if (round >= warmUp) taken.push(performance.now() - begin)
    }
  }
  return { name, ofFew: percentile(ofFew, 95), ofMany: percentile(ofMany, 95) }
}

function contextOf({ workspaceId, projectId }: Crowd): RuleContext {
  const asOf = new Date()
  return { workspaceId, projectId, asOf, retainedSince: new Date(asOf.getTime() - 30 * 86_400_000) }
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < warmUp + count; round += 1) {
    const begin = performance.now()
    await work()
    if (round >= warmUp) taken.push(performance.now() - begin)
  }
  return taken
}

async function readPage({ db, many: { workspaceId, projectId } }: Population): Promise<void> {
  const text = `select * from contacts where workspace_id = $1 and project_id = $2 and id > $3 order by id limit ${pageSize}`
  const rows = await runSql(db, text, [workspaceId, projectId, '00000000-0000-0000-0000-000000000000'])
  if (rows.length !== pageSize) throw new Error('there are too few contacts to read a page of')
}

interface Count {
  readonly rate: number
  readonly bareRate: number
  readonly longestMs: number
}

/** The exact count as a worker makes it, against one statement with the same rule over the whole table. */
async function measureCount({ db, many }: Population, rule: SegmentRule): Promise<Count> {
  const { workspaceId, projectId } = many
  const project = projectOf(projectId)
  const bare = await bareAggregate({ db, many }, rule)
  const { id } = await inTransaction(db, async ({ sql }) => {
    const row = await insertSegment(sql, workspaceId, { project, name: 'Counted', rule })
    return beginCount(sql, wholeWorkspace(workspaceId), row.id)
  })
  const [claimed] = await countWork.claimDue(db, { lease: newUuid(), leaseSeconds: 60, max: 1 })
  if (claimed === undefined) throw new Error('the count is not due')
  const size = new PageSize()
  const begin = performance.now()
  let longestMs = 0
  for (let done = 'more'; done === 'more';) {
    const pageBegin = performance.now()
    done = await advanceCount(db, claimed, 60, size)
    longestMs = Math.max(longestMs, performance.now() - pageBegin)
  }
  const seconds = (performance.now() - begin) / 1000
  const row = (await db('segments').where({ workspace_id: workspaceId, id }).first()) as {
    count_value: string
  }
  if (Number(row.count_value) !== bare.found) throw new Error('the counts differ')
  return { rate: many.contacts / seconds, bareRate: many.contacts / bare.seconds, longestMs }
}

async function bareAggregate({ db, many }: Pick<Population, 'db' | 'many'>, rule: SegmentRule) {
  const values: unknown[] = []
  const sql = compileRule(rule as never, contextOf(many), values)
  values.push(many.workspaceId, many.projectId)
  const text = `select (count(*) filter (where ${sql}))::integer as found from contacts contact
    where workspace_id = $${values.length - 1} and project_id = $${values.length}`
  // Before the count, so that the count is not the one that finds everything in memory.
  const seconds: number[] = []
  let found = 0
  for (let round = 0; round < 2; round += 1) {
    const begin = performance.now()
    found = await inTransaction(
      db,
      async ({ sql: trx }) => {
        await trx.raw('set local max_parallel_workers_per_gather = 0')
        return (await runSql<{ found: number }>(trx, text, values))[0]?.found ?? 0
      },
      { maxMs: 600_000 },
    )
    seconds.push((performance.now() - begin) / 1000)
  }
  return { found, seconds: Math.min(...seconds) }
}
