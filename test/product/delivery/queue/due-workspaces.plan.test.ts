import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nilUuid, type Uuid } from '../../../../server/platform/db/ids.js'
import { DueWorkspaces } from '../../../../server/product/mail/claim/due-workspaces.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { noteAllOwners } from '../../../support/messages/queue-owners.js'

/** A look for due mail costs what is due, and neither what is due later nor another workspace's backlog. */

const limits = { rows: 20, owners: 30 }
const workspaces = 3000

let database: ConnectedDatabase
let db: Knex

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  await db.raw(
    `insert into workspaces (id, name, halted_at)
     select gen_random_uuid(), n::text, case when n % 50 = 0 then now() end from generate_series(1, ?::int) n`,
    [workspaces],
  )
  await enqueue('true', `now() + interval '1 day'`)
  await noteAllOwners(db)
})
afterAll(() => database.drop())

async function enqueue(where: string, dueAt: string, many = 1): Promise<void> {
  await db.raw(
    `insert into delivery_queue (workspace_id, log_id, message_id, destination, bulk, due_at)
     select id, gen_random_uuid(), gen_random_uuid(), 'a.example', n % 2 = 0, ${dueAt}
     from workspaces cross join generate_series(1, ${many}) n where ${where}`,
  )
}

const look = (trx: Knex) => new DueWorkspaces(trx, limits).find(nilUuid)

test('what is due tomorrow is not looked at, with and without statistics', async () => {
  expect(await look(db)).toEqual([])
  await expectBounded(db, look, limits.owners)
  await db.raw('analyze')
  await expectBounded(db, look, limits.owners)
})

test('all that is due is found, but for halted workspaces', async () => {
  await enqueue(`name::int % 250 = 0`, `now() - random() * interval '1 day'`)
  await enqueue(`name = '7'`, `now() - interval '1 hour'`, 2)
  const names = await namesOf((await look(db)).map(({ id }) => id))
  expect(names).toEqual(['7'])
  expect(await look(db)).toMatchObject([{ single: true, bulk: true }])
})

test('a backlog hides nobody: each is found as the walk comes by, and what is new at once', async () => {
  await enqueue(`name = '1'`, `now() - interval '2 days' + n * interval '1 ms'`, 2000)
  await enqueue(`name = '2'`, `now() - interval '1 minute'`, 2000)
  await enqueue(`name in ('3', '4', '5')`, `now() - interval '1 day' + random() * interval '20 hours'`)
  await enqueue(`name = '6'`, 'now()')
  for (const analyze of [false, true]) {
    if (analyze) await db.raw('analyze')
    await expectBounded(db, look, limits.owners * 2)
  }
  const due = new DueWorkspaces(db, limits)
  const first = await due.find(nilUuid)
  expect(await namesOf(first.map(({ id }) => id))).toEqual(expect.arrayContaining(['1', '6']))

  const found = new Set<Uuid>(first.map(({ id }) => id))
  for (let looks = 0; looks < workspaces / limits.owners; looks += 1)
    for (const { id } of await due.find(nilUuid)) found.add(id)
  expect(await namesOf([...found])).toEqual(['1', '2', '3', '4', '5', '6', '7'])
})

async function namesOf(ids: readonly Uuid[]): Promise<string[]> {
  return db('workspaces').whereIn('id', ids).orderBy('name').pluck<string[]>('name')
}
