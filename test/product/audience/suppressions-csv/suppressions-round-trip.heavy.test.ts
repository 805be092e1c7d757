import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressTokens, isAddressToken } from '../../../../server/platform/auth/address-tokens.js'
import { csvHeader, csvLines } from '../../../../server/product/audience/suppressions/csv/write.js'
import { exportCsv } from '../../../../server/product/audience/suppressions/export-csv.js'
import {
  importSuppressions,
  insertImported,
} from '../../../../server/product/audience/suppressions/import.js'
import type { SuppressionRow } from '../../../../server/product/audience/suppressions/suppression-rows.js'
import { newUuid, newWorkspaceId, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { foldAddress, isEmailAddress, normalizeAddress } from '../../../../base/addresses/address.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { liveBytes } from '../../../support/service/live-heap.js'
import { runs } from '../../../support/run/sampled.js'

/** Tests that a workspace which imports another one's export has the same suppressions then. */

let database: ConnectedDatabase
let db: Knex
beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
})
afterAll(() => database.drop())

async function newWorkspace(): Promise<WorkspaceId> {
  const id = newWorkspaceId()
  await db('workspaces').insert({ id, name: 'A' })
  return id
}

const tokens = addressTokens(new Uint8Array(32))
const everything = { reasons: undefined, forms: undefined }
const always = { since: new Date(0), until: null }
const exported = (workspaceId: WorkspaceId) => exportCsv(db, workspaceId, everything, always)

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** Characters that mean something to CSV, to a spreadsheet, to a database or to nobody. */
const telling = fc.constantFrom(...`'"=+-@#;,%_\\ `, '\t', 'Ä', 'ß', 'İ', '日', '＝', '🎉')
const text = fc.array(fc.oneof(telling, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 12 })
const addresses = text
  .map((pieces) => foldAddress(`${pieces.join('')}a@shop.example`))
  .filter((address) => isEmailAddress(address))
const notes = text
  .map((pieces) => pieces.join('').replace(/[\p{Cc}\u2028\u2029]/gu, ''))
  .map((note) => (note === '' ? null : note))
const suppression = fc.record({
  address: addresses,
  reason: fc.constantFrom('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribe', 'manual', 'import'),
  note: notes,
  suppressedAt: fc.date({ min: new Date(0), max: new Date(), noInvalidDate: true }),
})

test('an export imports into another workspace, and exports from there byte for byte the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(suppression, { maxLength: 60 }), async (suppressions) => {
      const [from, to] = [await newWorkspace(), await newWorkspace()]
      const given = suppressions.map((each) => ({ ...each, email: normalizeAddress(each.address) }))
      await insertImported(db, tokens, from, given)
      // A reason that files cannot have, an address that is a token, and a time of the clock's precision.
      await db.raw(
        `insert into suppressions (workspace_id, id, address, reason) values (:from, :id, :token, 'erasure')`,
        { from, id: newUuid(), token: tokens(from, null, 'gone@shop.example') },
      )
      await db.raw(
        `insert into suppressions (workspace_id, id, address, reason) values (:from, :id, '#a@now.example', 'manual')`,
        { from, id: newUuid() },
      )
      const file = await textOf(exported(from))
      const result = await importSuppressions(db, tokens, to, bytesOf(exported(from)))
      expect(result).toMatchObject({ already_present: 0, rejected: 0, rejected_lines: [] })
      expect(await textOf(exported(to))).toBe(file)
      expect(file).toContain('\r\n#a@now.example,manual,')
      expect(file.split('\r\n')).toHaveLength(result.imported + 2)
      // Some lines are written by the database, and read like the others.
      const rows = await db('suppressions').where('workspace_id', from).orderBy('address')
      const lines = csvLines(
        (rows as SuppressionRow[])
          .filter(({ address }) => !isAddressToken(address))
          .map((row) => ({ ...row, suppressedAt: row.suppressed_at })),
      )
      expect(file).toBe(csvHeader + lines)
    }),
    { numRuns: runs(20) },
  )
})

test('of a long list only a part is in memory, out and in', async () => {
  const many = 20_000
  const [from, to] = [await newWorkspace(), await newWorkspace()]
  await db.raw(
    `insert into suppressions (workspace_id, id, address, reason, note)
     select :from, gen_random_uuid(), n || '@shop.example', 'manual', repeat('x', 100) from generate_series(1, :many) n`,
    { from, many },
  )
  const before = liveBytes()
  let pieces = 0
  let peak = 0
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const piece of bytesOf(exported(from))) {
      pieces += 1
      if (pieces % 10 === 0) peak = Math.max(peak, liveBytes())
      yield piece
    }
  }
  const result = await importSuppressions(db, tokens, to, watched())
  expect(result).toMatchObject({ imported: many, already_present: 0, rejected: 0 })
  expect(pieces).toBeGreaterThanOrEqual(20)
  // All of it would be 3 MB of text alone, and several times that as rows.
  expect(peak - before).toBeLessThan(5_000_000)
})
