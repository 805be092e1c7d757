import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  minUuidAt,
  newUuid,
  newWorkspaceId,
  nilUuid,
  toTypeId,
  type Uuid,
} from '../../../server/platform/db/ids.js'
import { examinedAtMost, searchPage } from '../../../server/platform/http/lists/bounded-walk.js'
import { exportEntries } from '../../../server/product/workspace/audit/export.js'
import type { AuditRow } from '../../../server/product/workspace/audit/present.js'
import { auditConditions, type AuditFilters } from '../../../server/product/workspace/audit/conditions.js'
import { auditTask } from '../../../server/product/workspace/purge.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { expectBounded } from '../../support/database/expect-bounded.js'

/** The audit log may be as long as it likes: a page costs what it shows, and a batch of the purge what it deletes. */

const many = 40_000
const day = 24 * 3600 * 1000
const [workspaceId, other, user, key] = [newWorkspaceId(), newWorkspaceId(), newUuid(), newUuid()]
const resource = toTypeId('key', newUuid())
let database: ConnectedDatabase
let db: Knex

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  for (const of of [workspaceId, other]) {
    await db('workspaces').insert({ id: of, name: 'A', retention_days: 30 })
    const ids = Array.from({ length: many }, () => newUuid())
    await db.raw(
      `insert into audit_events (workspace_id, id, actor_kind, actor_id, operation, outcome)
       select :of, id, 'project_key', :key, 'sendMessage', 'succeeded' from unnest(:ids::uuid[]) id`,
      { of, ids, key },
    )
  }
  // A few among the many, older than all of them.
  const rare = { actor_kind: 'session', actor_id: user, operation: 'revokeApiKey', outcome: 'refused' }
  await insert(minUuidAt(new Date(Date.now() - 5 * day)), { ...rare, resource_id: resource })
})
afterAll(() => database.drop())

const insert = (id: Uuid, columns: object) =>
  db('audit_events').insert({ workspace_id: workspaceId, id, ...columns })

const page = (filters: AuditFilters) => (trx: Knex) =>
  searchPage<AuditRow>(
    trx,
    {
      workspaceId,
      table: 'audit_events',
      alias: 'entry',
      conditions: auditConditions(filters),
      columns: 'entry.*',
    },
    { limit: 25 },
    { since: new Date(0), until: null },
  )

const rare: AuditFilters[] = [
  { actor_id: toTypeId('usr', user) },
  { actor_kind: 'session' },
  { operation: 'revokeApiKey' },
  { resource_id: resource },
  { outcome: 'refused' },
  { outcome: 'refused', operation: 'revokeApiKey', actor_kind: 'session', actor_id: toTypeId('usr', user) },
]

for (const statistics of ['without', 'with'] as const) {
  test(`pages, ${statistics} statistics`, async () => {
    if (statistics === 'with') await db.raw('analyze')
    await expectBounded(db, page({}), 60)
    for (const filters of rare) {
      await expectBounded(db, page(filters), 10)
      expect((await page(filters)(db)).rows).toHaveLength(1)
    }
    await expectBounded(db, page({ actor_id: toTypeId('key', key) }), 60)
    await expectBounded(db, page({ operation: 'sendMessage', outcome: 'succeeded' }), 60)
    await expectBounded(db, page({ outcome: 'succeeded', actor_kind: 'project_key' }), 60)
    await expectBounded(db, page({ operation: 'sendMessage', outcome: 'failed' }), 10)
    await expectBounded(db, page({ actor_kind: 'session', outcome: 'succeeded' }), examinedAtMost)
  })

  test(`an export, ${statistics} statistics`, async () => {
    const conditions = auditConditions({ operation: 'revokeApiKey' })
    const window = { since: new Date(0), until: null }
    const read = async (trx: Knex) => {
      const lines = exportEntries(trx, workspaceId, conditions, { window, format: 'application/x-ndjson' })
      for await (const _ of lines);
    }
    await expectBounded(db, read, 10)
    const first = (trx: Knex) =>
      exportEntries(trx, workspaceId, [], {
        window,
        format: 'application/x-ndjson',
      }).next() as Promise<unknown>
    await expectBounded(db, first, 2100)
  })
}

test('an export has each entry once, over the ends of its pages', async () => {
  const seen = new Set<string>()
  let lines = 0
  const stream = exportEntries(db, workspaceId, [], {
    window: { since: new Date(0), until: null },
    format: 'application/x-ndjson',
  })
  for await (const piece of stream) {
    for (const line of piece.trimEnd().split('\n')) {
      seen.add((JSON.parse(line) as { id: string }).id)
      lines += 1
    }
  }
  expect([lines, seen.size]).toEqual([many + 1, many + 1])
})

test('the purge takes what is past its retention, in batches, and nothing else', async () => {
  const at = (days: number, index: number) => {
    const least = minUuidAt(new Date(Date.now() - days * day))
    return `${least.slice(0, -4)}${String(index).padStart(4, '0')}`
  }
  const columns = { actor_kind: 'project_key', outcome: 'succeeded' }
  const sends = ['sendMessage', 'sendMessageBatch', 'recordContactEvent', 'recordContactEventByAddress']
  for (let index = 0; index < 30; index += 1) {
    await insert(at(31, index), { ...columns, operation: sends[index % sends.length] })
    await insert(at(401, index), { ...columns, operation: 'createDomain' })
    await insert(at(399, index), { ...columns, operation: 'createDomain' })
  }
  const scope = { workspaceId, before: new Date() }
  const counts: number[] = []
  let next: Uuid | null = null
  do {
    const batch = await db.transaction((trx) => auditTask.purge(trx, scope, nilUuid, 20))
    counts.push(batch.purged['audit_events'] ?? 0)
    next = batch.next
  } while (next !== null)
  expect(counts).toEqual([20, 20, 20, 0])
  const left = await db('audit_events').where({ workspace_id: workspaceId, operation: 'createDomain' })
  expect(left).toHaveLength(30)
  expect(await db('audit_events').where({ workspace_id: workspaceId })).toHaveLength(many + 31)
  await expect(db('audit_events').delete()).rejects.toThrow('append-only')
})
