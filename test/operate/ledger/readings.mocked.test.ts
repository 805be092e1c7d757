import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { replayLedger } from '../../../server/operate/ledger/replay.js'
import type { LedgerKind } from '../../../server/platform/ledger/entries.js'
import { replayPart } from '../../../server/platform/ledger/replay-part.js'
import type * as Read from '../../../server/platform/ledger/read.js'
import { LedgerWriter, type NewLine } from '../../../server/platform/ledger/writer.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'

/** Tests how often a replay reads its folders, and which line of a subject it does again. */

let readings = 0
vi.mock('../../../server/platform/ledger/read.js', async (original) => {
  const all = await original<typeof Read>()
  const linesIn: typeof all.linesIn = (...args) => {
    readings += 1
    return all.linesIn(...args)
  }
  return { ...all, linesIn }
})

let database: ConnectedDatabase
beforeAll(async () => {
  database = await openMigratedDatabase()
})
afterAll(() => database.drop())

const line = (kind: LedgerKind, id: string | number, second = 1): NewLine => ({
  at: `2030-01-31T09:00:${String(second).padStart(2, '0')}.000000Z`,
  kind,
  ws: 'w',
  id: String(id),
  state: {},
})
const lines = (kind: LedgerKind, count: number) => Array.from({ length: count }, (_, id) => line(kind, id))

async function folderOf(...own: NewLine[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-ledger-'))
  const writer = new LedgerWriter(folder, {})
  await writer.write(own)
  await writer.close()
  return folder
}

/** @returns how often the folders were read, and the lines that were done again, in their order */
async function replay(folders: readonly string[], atOnce?: number) {
  const done: { kind: string; id: string; at: string }[] = []
  const kinds = ['api_key_revoked', 'user_removed', 'suppression', 'contact_opt_out', 'erasure'] as const
  readings = 0
  const { counts } = await replayLedger(database.db, {
    folders,
    parts: kinds.map((kind) =>
      replayPart({
        kind,
        title: kind,
        replay: (_sql, each) => {
          done.push(...each.map(({ id = '', at }) => ({ kind, id, at })))
          return Promise.resolve({ changed: 0 })
        },
      }),
    ),
    addresses: { hide: () => expect.unreachable(), reveal: () => undefined },
    entryOf: () => expect.unreachable(),
    ...(atOnce !== undefined && { atOnce }),
  })
  return { readings: readings / folders.length, done, counts }
}

test('a large kind is read in pieces, and all others together', async () => {
  const suppressed = [...lines('suppression', 12), ...lines('suppression', 12)]
  const folder = await folderOf(
    ...lines('erasure', 4),
    ...suppressed,
    ...lines('api_key_revoked', 3),
    ...lines('user_removed', 3),
    ...lines('contact_opt_out', 3),
  )
  expect((await replay([folder])).readings).toBe(2)
  const pieces = await replay([folder], 10)
  // To count; keys and users; 24 lines about suppressions; opt-outs and erasures.
  expect(pieces.readings).toBe(1 + 1 + 3 + 1)
  expect(pieces.counts.map(({ title, lines: count }) => [title, count])).toEqual([
    ['api_key_revoked', 3],
    ['user_removed', 3],
    ['suppression', 12],
    ['contact_opt_out', 3],
    ['erasure', 4],
  ])
  expect(new Set(pieces.done.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(25)
  const order = [...new Set(pieces.done.map(({ kind }) => kind))]
  expect(order).toEqual(['api_key_revoked', 'user_removed', 'suppression', 'contact_opt_out', 'erasure'])
  // As many as there is room for, and no more.
  expect((await replay([folder], 24)).readings).toBe(4)
  expect((await replay([folder], 30)).readings).toBe(3)
})

test('of several folders the last line of a subject holds, whichever folder is named first', async () => {
  const first = await folderOf(line('suppression', 'a', 3), line('suppression', 'b', 1))
  const second = await folderOf(line('suppression', 'a', 2), line('suppression', 'b', 4))
  for (const folders of [
    [first, second],
    [second, first],
  ]) {
    const { done } = await replay(folders)
    const seconds = done.map(({ id, at }) => `${id} ${at.slice(17, 19)}`)
    expect(seconds.toSorted()).toEqual(['a 03', 'b 04'])
  }
})
