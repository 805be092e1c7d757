import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSelected } from '../../../../../server/product/audience/segments/search/contacts.js'
import {
  beginCount,
  advanceCount,
  countWork,
} from '../../../../../server/product/audience/segments/search/count.js'
import { PageSize } from '../../../../../server/product/audience/segments/search/page-size.js'
import { previewRule } from '../../../../../server/product/audience/segments/search/preview.js'
import type { ResolvedRule, RuleContext } from '../../../../../server/product/audience/segments/rules/rule.js'
import { changeSegment, insertSegment } from '../../../../../server/product/audience/segments/save.js'
import { openDatabase, type Database } from '../../../../../server/platform/db/connection/database.js'
import { newUuid, newWorkspaceId, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { inTransaction } from '../../../../../server/platform/db/transaction/transaction.js'
import { releaseAllLeases } from '../../../../../server/platform/queue/leases/release.js'
import { createMigratedDatabase } from '../../../../support/database/database.js'
import { makeContacts } from './many-contacts.js'
import { projectOf } from '../../../../support/workspace/projects.js'
import { wholeWorkspace } from '../../../../support/workspace/whole-workspace.js'

/** Needs a database: walks through many contacts, page by page, and samples of them. */

const many = 24_000

let made: Awaited<ReturnType<typeof createMigratedDatabase>>
let database: Database
let db: Knex
const workspaceId = newWorkspaceId()
const [large, few] = [newUuid(), newUuid()]
const context = (projectId: Uuid): RuleContext => ({
  workspaceId,
  projectId,
  asOf: new Date(),
  retainedSince: new Date(0),
})

beforeAll(async () => {
  made = await createMigratedDatabase()
  database = await openDatabase({
    databaseUrl: made.url,
    databaseConnections: 2,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  })
  db = database.db
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
  for (const id of [large, few]) {
    await db('projects').insert({ id, workspace_id: workspaceId, name: 'P', environment: 'live' })
  }
  await makeContacts(db, { workspaceId, projectId: large }, many, 0)
  await makeContacts(db, { workspaceId, projectId: few }, 3000, 2)
  await db.raw('analyze')
})
afterAll(async () => {
  await database.close()
  await made.drop()
})

const isPro: ResolvedRule = { property: { name: 'plan', op: 'eq', value: 'pro' } }

describe('a preview', () => {
  test('of few contacts is exact', async () => {
    const { estimate, sample, scanned } = await previewRule(db, isPro, context(few))
    expect(estimate).toEqual({ value: 300, low: 300, high: 300, exact: true })
    expect(sample).toHaveLength(20)
    expect(new Set(sample.map(({ properties }) => properties['plan']))).toEqual(new Set(['pro']))
    expect(scanned).toBe(3000)
  })

  test('of many is estimated from a sample', async () => {
    for (const [rule, right] of [
      [isPro, many / 10],
      [{ not: isPro }, many - many / 10],
      [{ property: { name: 'seats', op: 'lte', value: 100 } }, 100],
    ] as const) {
      const { estimate, scanned, sample } = await previewRule(db, rule, context(large))
      expect(estimate.exact).toBe(false)
      // Five times the standard error, so that chance does not fail the test.
      expect(Math.abs(estimate.value - right)).toBeLessThan(1.25 * (estimate.high - estimate.low))
      expect(scanned).toBeGreaterThanOrEqual(1000)
      expect(scanned).toBeLessThan(5000)
      expect(sample.length).toBeLessThanOrEqual(20)
    }
  })
})

describe('pages of contacts', () => {
  test('have each contact once, also where a page finds nothing', async () => {
    const found: string[] = []
    let cursor: string | null = null
    let pages = 0
    // The rarest are the oldest: a page ends before it reaches them.
    const rule: ResolvedRule = {
      any: [
        { property: { name: 'seats', op: 'lte', value: 30 } },
        { property: { name: 'seats', op: 'gt', value: many - 70 } },
      ],
    }
    do {
      const page = await listSelected(db, rule, context(large), { limit: 20, ...(cursor && { cursor }) })
      found.push(...page.data.map(({ email }) => email))
      cursor = page.next_cursor
      pages += 1
    } while (cursor !== null)
    const expected = Array.from({ length: many }, (_, index) => many - index)
      .filter((n) => n <= 30 || n > many - 70)
      .map((n) => `n${n}@example.com`)
    expect(found).toEqual(expected)
    expect(pages).toBeGreaterThan(5)
  })
})

describe('an exact count', () => {
  const [owner, other] = [newUuid(), newUuid()]
  const segment = async (rule: ResolvedRule, projectId = large) => {
    const project = projectOf(projectId)
    const { id } = await inTransaction(db, ({ sql }) =>
      insertSegment(sql, workspaceId, { project, name: 'A', rule: rule as any }),
    )
    return id
  }
  const begin = (id: Uuid) => inTransaction(db, ({ sql }) => beginCount(sql, wholeWorkspace(workspaceId), id))
  const rowOf = (id: Uuid) => db('segments').where({ workspace_id: workspaceId, id }).first()
  const claim = async (lease: Uuid) => {
    const [claimed] = await countWork.claimDue(db, { lease, leaseSeconds: 60, max: 1 })
    if (claimed === undefined) throw new Error('no count is due')
    return claimed
  }
  const finish = async (claimed: Awaited<ReturnType<typeof claim>>) => {
    const size = new PageSize()
    while ((await advanceCount(db, claimed, 60, size)) === 'more');
  }

  test('goes on where a process has died', async () => {
    const id = await segment(isPro)
    await begin(id)
    const claimed = await claim(owner)
    expect(await countWork.claimDue(db, { lease: other, leaseSeconds: 60, max: 1 })).toEqual([])
    const size = new PageSize()
    for (const _ of [1, 2, 3]) expect(await advanceCount(db, claimed, 60, size)).toBe('more')
    const before = await rowOf(id)
    const scanned = Number(before.counting_scanned)
    expect(scanned).toBeGreaterThan(2 * 125)
    expect(Number(before.counting_found)).toBe(Math.floor(scanned / 10))
    // The process is gone; what it had is released, and goes on elsewhere.
    await releaseAllLeases(db, [countWork.leases])
    const taken = await claim(other)
    expect(await advanceCount(db, claimed, 60, size)).toBe('ended')
    expect((await rowOf(id)).counting_scanned).toBe(before.counting_scanned)
    await finish(taken)
    const { count_value, count_as_of, counting_started_at, lease, due_at } = await rowOf(id)
    expect(Number(count_value)).toBe(many / 10)
    expect(count_as_of).toEqual(before.counting_started_at)
    expect([counting_started_at, lease, due_at]).toEqual([null, null, null])
    expect(await countWork.claimDue(db, { lease: owner, leaseSeconds: 60, max: 1 })).toEqual([])
  })

  test('a rule that changes begins anew, also in the segments that name it', async () => {
    const id = await segment(isPro, few)
    const naming = await segment({ not: { segment: { segment_id: toTypeId('seg', id) } as any } }, few)
    for (const each of [id, naming]) {
      await begin(each)
      await finish(await claim(owner))
    }
    expect(Number((await rowOf(naming)).count_value)).toBe(2700)
    await begin(naming)
    const claimed = await claim(owner)
    const rule = { property: { name: 'seats', op: 'lte', value: 1000 } }
    await inTransaction(db, ({ sql }) =>
      changeSegment(sql, { visibility: wholeWorkspace(workspaceId), role: 'admin' }, id, { rule }),
    )
    expect(await advanceCount(db, claimed, 60, new PageSize())).toBe('ended')
    expect([(await rowOf(id)).count_value, (await rowOf(naming)).count_value]).toEqual([null, null])
    await finish(await claim(owner))
    expect(Number((await rowOf(naming)).count_value)).toBe(2000)
    expect(await countWork.claimDue(db, { lease: owner, leaseSeconds: 60, max: 1 })).toEqual([])
  })

  test('is given back, and leaves out who came later', async () => {
    const id = await segment({ any: [isPro, { not: isPro }] }, few)
    await begin(id)
    await countWork.giveBack(db, await claim(owner), 0)
    const claimed = await claim(other)
    await db('contacts').insert({
      ...{ workspace_id: workspaceId, project_id: few, environment: 'live' },
      ...{
        id: 'ffffffff-ffff-7000-8000-000000000000',
        email: 'late@example.com',
        address: 'late@example.com',
      },
    })
    await finish(claimed)
    expect(Number((await rowOf(id)).count_value)).toBe(3000)
  })
})
