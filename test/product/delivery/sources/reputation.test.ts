import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SourceCaps } from '../../../../server/product/delivery/sources/caps.js'
import { purgeDays, removeSource } from '../../../../server/product/delivery/sources/change.js'
import {
  currentReputations,
  latestReputations,
  saveReputations,
  type Reputation,
} from '../../../../server/product/delivery/sources/reputation/reputation.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'

/** Tests that Microsoft's data on a source that is being warmed up hold its cap there back. */

let database: ConnectedDatabase
let db: Knex
beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
})
afterAll(() => database.drop())

const address = '192.0.2.10'
beforeEach(async () => {
  for (const table of ['sending_sources', 'sending_pools', 'source_days', 'source_reputations'])
    await db(table).delete()
  await db('sending_pools').insert({ name: 'default', schedule: '{50,100,200,400,800}' })
  await db('sending_sources').insert({ address, bind: address, name: 'mta1.shop.example', pool: 'default' })
})

const tell = (day: string, more: Partial<Reputation> = {}) =>
  saveReputations(db, [{ source: address, day, result: 'GREEN', complaintRate: 0, trapHits: 0, ...more }])

/** The cap of a day for a process that begins on it; all of it is sent. */
async function capOf(day: string, provider = 'microsoft', warm = false): Promise<number | null> {
  const schedule = [50, 100, 200, 400, 800]
  const caps = new SourceCaps(db, 10_000)
  const cap = await caps.capOf(
    { source: { address, addedAt: '2026-11-16', warm }, provider, schedule, factor: 1, mixed: true },
    day,
  )
  await db('source_days')
    .where({ source: address, provider, day })
    .update({ taken: cap ?? 0, sent: cap ?? 0 })
  return cap
}

test('a day that Microsoft calls red sets the cap there back by a step, once, and it stays until a better day', async () => {
  expect([await capOf('2026-11-16'), await capOf('2026-11-17'), await capOf('2026-11-18')]).toEqual([
    50, 100, 200,
  ])
  await tell('2026-11-17', { result: 'RED' })
  expect([await capOf('2026-11-19'), await capOf('2026-11-19'), await capOf('2026-11-20')]).toEqual([
    100, 100, 100,
  ])
  // The same again, as another import has it.
  await tell('2026-11-17', { result: 'RED' })
  expect(await capOf('2026-11-21')).toBe(100)
  await tell('2026-11-20', { complaintRate: 0.003 })
  expect([await capOf('2026-11-22'), await capOf('2026-11-23')]).toEqual([50, 50])
  await tell('2026-11-22', { result: 'YELLOW', complaintRate: 0.0029 })
  expect([await capOf('2026-11-24'), await capOf('2026-11-25')]).toEqual([100, 200])
})

test('other providers, warm sources and days of more than a week ago are left alone', async () => {
  for (const provider of ['google', 'microsoft']) await capOf('2026-11-16', provider)
  await tell('2026-11-10', { result: 'RED' })
  expect(await capOf('2026-11-17', 'google')).toBe(100)
  expect(await capOf('2026-11-18')).toBe(100)
  await tell('2026-11-18', { result: 'RED' })
  expect(await capOf('2026-11-19', 'microsoft', true)).toBeNull()
})

test('figures are of sources that are here, go with them, and are purged', async () => {
  expect(await tell('2026-11-17', { source: '192.0.2.99' })).toBe(0)
  expect([await tell('2026-11-01'), await tell('2026-11-17'), await tell('2026-11-17')]).toEqual([1, 1, 0])
  const latest = { source: address, day: '2026-11-17', result: 'GREEN', complaintRate: 0, trapHits: 0 }
  expect(await latestReputations(db)).toEqual([latest])
  expect(await currentReputations(db, '2026-11-24')).toEqual([latest])
  expect(await currentReputations(db, '2026-11-25')).toEqual([])
  await purgeDays(db, '2026-11-02')
  const left = async () => Number((await db('source_reputations').count())[0]?.count)
  expect(await left()).toBe(1)
  await removeSource(db, address)
  expect(await left()).toBe(0)
})
