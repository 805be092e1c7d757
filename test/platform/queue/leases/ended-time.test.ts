import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newUuid, type Uuid } from '../../../../server/platform/db/ids.js'
import { beat, expire, register } from '../../../../server/platform/queue/leases/owner-rows.js'
import { createMigratedDatabase, type TestDatabase } from '../../../support/database/database.js'

/**
 * For how long processes are seen without a session, added up over all that see them. Steps are made by moving the time
 * of the last one, which is what a jump of the database's clock does as well.
 */

const maxStepMs = 3000
/** When the test began, as performance.now() has it: its own steps take no longer than it does. */
let began: number

let database: TestDatabase
/** Two sessions, one for each process that looks. */
let dbs: [Knex, Knex]
let lost: Uuid
let looking: [Uuid, Uuid]

beforeAll(async () => {
  database = await createMigratedDatabase()
  const connect = () => knex({ client: 'pg', connection: database.url, pool: { min: 1, max: 1 } })
  dbs = [connect(), connect()]
})
afterAll(async () => {
  await Promise.all(dbs.map((db) => db.destroy()))
  await database.drop()
})
beforeEach(async () => {
  began = performance.now()
  await dbs[0]('lease_owners').delete()
  lost = newUuid()
  looking = [newUuid(), newUuid()]
  for (const id of [lost, ...looking]) await register(dbs[0], id, 60)
  await beatOfLost()
})

/** The process beats, and its session ends. */
async function beatOfLost(): Promise<void> {
  await beat(dbs[0], lost, { wakes: [], sinceMs: null, maxStepMs })
  await dbs[0].raw('select pg_advisory_unlock_all()')
}

/**
 * Returns the milliseconds for which the lost process was seen without a session, as another one
 * reads them at its first beat, or so long after the beat before.
 */
async function look(sinceMs: number | null, by: 0 | 1 = 0): Promise<number | null> {
  const { others } = await beat(dbs[by], looking[by], { wakes: [], sinceMs, maxStepMs })
  const row = others.find(({ id }) => id === lost)
  if (row === undefined) throw new Error('its row is there')
  return row.ended_ms
}

/** So much time passes, or the database's clock goes ahead by so much. */
async function ahead(ms: number): Promise<void> {
  await dbs[0]('lease_owners')
    .where({ id: lost })
    .update({ ended_at: dbs[0].raw("ended_at - ? * interval '1 ms'", [ms]) })
}

function expectAbout(ms: number | null, expected: number): void {
  expect(ms).toBeGreaterThanOrEqual(expected)
  expect(ms).toBeLessThanOrEqual(expected + Math.ceil(performance.now() - began))
}

test('it is the sum of what processes see one after the other, however short they live', async () => {
  expect(await look(null)).toBe(0)
  for (let seen = 1; seen <= 4; seen += 1) {
    await ahead(2000)
    looking[0] = newUuid()
    await register(dbs[0], looking[0], 60)
    expectAbout(await look(null), seen * 2000)
  }
})

test('several that look count it once', async () => {
  await look(null, 0)
  await ahead(2000)
  expectAbout(await look(2000, 1), 2000)
  expectAbout(await look(2000, 0), 2000)
})

test('it begins anew with a beat, and there is none while a session lasts', async () => {
  await look(null)
  await ahead(2000)
  expectAbout(await look(2000), 2000)
  await beatOfLost()
  expect(await look(2000)).toBe(0)
  await ahead(2000)
  await beat(dbs[1], lost, { wakes: [], sinceMs: null, maxStepMs })
  expect(await look(2000)).toBeNull()
  await dbs[1].raw('select pg_advisory_unlock_all()')
  expect(await look(2000)).toBe(0)
})

test('an outage, or a jump of the clock by an hour, does not count', async () => {
  await look(null)
  for (const ms of [maxStepMs + 1, 3_600_000, -3_600_000]) {
    await ahead(ms)
    expectAbout(await look(null), 0)
  }
  await ahead(2000)
  expectAbout(await look(null), 2000)
})

test('a small jump of the clock counts for no more than the looking process has seen pass', async () => {
  await look(null)
  await ahead(2500)
  expect(await look(100)).toBe(100)
})

test('a process that beats is not held for dead by what was seen before', async () => {
  const { others } = await beat(dbs[0], looking[0], { wakes: [], sinceMs: null, maxStepMs })
  await beatOfLost()
  expect(await expire(dbs[0], lost, others.find(({ id }) => id === lost)?.beats ?? '')).toEqual([])
})

test('processes that all see each other without a session do not lock each other out', async () => {
  await dbs[0].raw('select pg_advisory_unlock_all()')
  const beats = async (by: 0 | 1) => {
    for (let n = 0; n < 300; n += 1) {
      await beat(dbs[by], looking[by], { wakes: [], sinceMs: 1, maxStepMs })
      await dbs[by].raw('select pg_advisory_unlock_all()')
    }
  }
  await Promise.all([beats(0), beats(1)])
})
