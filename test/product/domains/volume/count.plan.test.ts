import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { dayOf } from '../../../../server/product/domains/dmarc/days.js'
import { deleteOldProviderDays } from '../../../../server/product/domains/dmarc/purge.js'
import { ProviderCounts } from '../../../../server/product/domains/volume/count.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'

/**
 * Tests that counting and purging the mail that mailbox providers take of each domain cost no more with more domains
 * elsewhere.
 */

let database: ConnectedDatabase
let db: Knex
const [workspaceId, other] = [newWorkspaceId(), newWorkspaceId()]
const dayMs = 86_400_000

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  for (const workspace of [workspaceId, other]) {
    await db('workspaces').insert({ id: workspace, name: 'A' })
    await db.raw(
      `with domain as (
         insert into domains (workspace_id, id, name, status)
         select :workspace, gen_random_uuid(), n || '.example', 'verified' from generate_series(1, 300) n returning *
       )
       insert into domain_provider_days (workspace_id, domain_id, day, provider, mails)
       select :workspace, id, current_date - n, provider, 10
       from domain cross join generate_series(1, 40) n cross join (values ('google'), ('yahoo')) known (provider)`,
      { workspace },
    )
  }
  await db.raw('analyze')
})
afterAll(() => database.drop())

async function count(sql: Knex, name: string, mails: number): Promise<void> {
  const counts = new ProviderCounts(sql, pino({ level: 'silent' }))
  for (let i = 0; i < mails; i += 1)
    counts.count(workspaceId, name, i % 2 === 0 ? 'gmail.com' : 'googlemail.com')
  counts.count(workspaceId, name, 'shop.example')
  counts.count(workspaceId, 'nobody.example', 'gmail.com')
  await counts.close()
}
const standing = async (name: string) => {
  const [row] = await db('domains').where({ workspace_id: workspaceId, name }).select('id', 'bulk_since')
  const where = {
    workspace_id: workspaceId,
    domain_id: row.id,
    day: db.raw(`(now() at time zone 'UTC')::date`),
  }
  const days = await db('domain_provider_days').where(where).select('provider', 'mails')
  return { days, isBulk: row.bulk_since !== null }
}

test('a count reads and writes the rows of its domains only', () =>
  expectBounded(db, (trx) => count(trx, '7.example', 3), 40))

test('what several processes count is added up, and the domain is a bulk sender beyond 1,000', async () => {
  await Promise.all([count(db, '8.example', 400), count(db, '8.example', 600)])
  expect(await standing('8.example')).toEqual({ days: [{ provider: 'google', mails: 1000 }], isBulk: false })
  await count(db, '8.example', 1)
  expect(await standing('8.example')).toEqual({ days: [{ provider: 'google', mails: 1001 }], isBulk: true })
  // The other workspace's domain of that name has sent nothing.
  const [theirs] = await db('domains').where({ workspace_id: other, name: '8.example' }).select('bulk_since')
  expect(theirs.bulk_since).toBeNull()
})

test('what a database that was away did not take is counted once it is back', async () => {
  let isAway = true
  const sql = new Proxy(db, {
    get: (target, name, receiver) => {
      if (isAway) throw new Error('away')
      return Reflect.get(target, name, receiver) as unknown
    },
  })
  const counts = new ProviderCounts(sql, pino({ level: 'silent' }))
  counts.count(workspaceId, '9.example', 'gmail.com')
  await counts.close()
  expect((await standing('9.example')).days).toEqual([])
  isAway = false
  counts.count(workspaceId, '9.example', 'gmail.com')
  await counts.close()
  expect((await standing('9.example')).days).toEqual([{ provider: 'google', mails: 2 }])
})

test('a purge', async () => {
  const before = (days: number) => dayOf(new Date(Date.now() - days * dayMs))
  await expectBounded(db, (trx) => deleteOldProviderDays(trx, workspaceId, before(45), 100), 700)
  await expectBounded(db, (trx) => deleteOldProviderDays(trx, workspaceId, before(20), 100), 900)
})
