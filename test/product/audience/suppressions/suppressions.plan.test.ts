import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { createSuppression } from '../../../../server/product/audience/suppressions/suppress.js'
import { deleteSuppression } from '../../../../server/product/audience/suppressions/delete.js'
import { exportCsv } from '../../../../server/product/audience/suppressions/export-csv.js'
import { insertImported } from '../../../../server/product/audience/suppressions/import.js'
import { findLiftable, liftSuppressions } from '../../../../server/product/audience/suppressions/lift.js'
import { groupReplies } from '../../../../server/product/audience/suppressions/replies.js'
import { bounceReasons } from '../../../../server/product/audience/suppressions/suppression-rows.js'
import { reviewReply } from '../../../../server/product/delivery/bounce/review-reply.js'
import { listSuppressions } from '../../../../server/product/audience/suppressions/list.js'
import { newUuid, newWorkspaceId, type Uuid } from '../../../../server/platform/db/ids.js'
import { examinedAtMost } from '../../../../server/platform/http/lists/bounded-walk.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'

/** A list of suppressions may be as long as it likes: nothing about one of them costs more, nor does a page of it. */

const many = 12_000
const pageSize = 1000

let database: ConnectedDatabase
let db: Knex
const [workspaceId, other, replied] = [newWorkspaceId(), newWorkspaceId(), newWorkspaceId()]
const tokens = addressTokens(new Uint8Array(32))
let oldest: Uuid

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  for (const of of [workspaceId, other]) {
    await db('workspaces').insert({ id: of, name: 'A' })
    const ids = Array.from({ length: many }, () => newUuid())
    await db.raw(
      `insert into suppressions (workspace_id, id, address, reason)
       select :of, id, id || '@shop.example', 'manual' from unnest(:ids::uuid[]) id`,
      { of, ids },
    )
    if (of === workspaceId) oldest = ids[0] ?? ''
  }
  await db('workspaces').insert({ id: replied, name: 'A' })
  await db.raw(
    `insert into suppressions (workspace_id, id, address, reason, reply)
     select :of, id, id || '@shop.example', 'hard_bounce', '550 5.1.1 ' || id || '@shop.example: No such user'
     from unnest(:ids::uuid[]) id`,
    { of: replied, ids: Array.from({ length: 3000 }, () => newUuid()) },
  )
  await db.raw('analyze')
})
afterAll(() => database.drop())

const window = { since: new Date(0), until: null }
const list = (filters: Partial<Parameters<typeof listSuppressions>[2]>) => (trx: Knex) =>
  listSuppressions(
    trx,
    workspaceId,
    { reasons: undefined, forms: undefined, ...filters },
    { query: { limit: 25 }, window },
  )
const address = () => `${oldest}@shop.example`

test('a page, by reason, by address', async () => {
  await expectBounded(db, list({}), 50)
  await expectBounded(db, list({ reasons: ['manual'] }), 50)
  await expectBounded(db, list({ reasons: ['complaint', 'erasure'] }), examinedAtMost + 1)
  await expectBounded(db, list({ replyContains: 'spam policy' }), examinedAtMost + 1)
  await expectBounded(db, list({ forms: [address(), tokens(workspaceId, null, address())] }), 2)
})

test('an export, from its first page to its last', async () => {
  await expectBounded(
    db,
    async (trx) => {
      const filters = { reasons: undefined, forms: undefined }
      for await (const _piece of exportCsv(trx, workspaceId, filters, window));
    },
    pageSize,
  )
})

test('groups of replies, and to lift some', async () => {
  const filters = { reasons: bounceReasons, replyContains: undefined }
  await expectBounded(
    db,
    async (trx) => {
      const groups = await groupReplies(trx, reviewReply, replied, { filters, window, limit: 10 })
      expect(groups).toMatchObject({ total_groups: 1, total_suppressions: 3000, is_complete: true })
    },
    1002,
  )
  await expectBounded(
    db,
    async (trx) => {
      const wanted = { reply_contains: 'no SUCH user', dry_run: false, limit: 1000 }
      const found = await findLiftable(trx, reviewReply, replied, wanted)
      const { body } = await liftSuppressions(trx, replied, found, wanted.dry_run)
      expect(body).toMatchObject({ lifted: 1000, has_more: true })
    },
    1002,
  )
})

test('to create, import and take back', async () => {
  await expectBounded(
    db,
    async (trx) => {
      for (const each of ['new@shop.example', address()]) {
        await createSuppression(trx, tokens, workspaceId, { address: each, reason: 'manual' })
      }
      await deleteSuppression(trx, workspaceId, oldest, false)
    },
    2,
  )
  const lines = Array.from({ length: 500 }, (_, index) => `${index}@new.example`).map((email) => ({
    email,
    address: email,
    reason: 'import' as const,
    note: null,
    suppressedAt: null,
  }))
  await expectBounded(
    db,
    async (trx) => {
      expect(await insertImported(trx, tokens, workspaceId, lines)).toBe(500)
    },
    500,
  )
})
