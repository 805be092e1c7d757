import pino from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { LateEntries } from '../../../server/platform/audit/late-entries.js'
import { serviceEntry } from '../../../server/platform/audit/other-entries.js'
import { newWorkspaceId } from '../../../server/platform/db/ids.js'
import { answeringDatabase } from '../../support/database/answering-database.js'

/** Entries that are written after the reply, by a database that answers as the tests say. */

const entry = serviceEntry(newWorkspaceId(), 'test')
const ofOther = serviceEntry(newWorkspaceId(), 'test')

function setUp(write: (rows: unknown[]) => Promise<void>, max = 2000) {
  const registry = new Registry()
  const db = answeringDatabase(async ([, rows]) => {
    await write(JSON.parse(rows as string) as unknown[])
    return []
  })
  const entries = new LateEntries(db, pino({ enabled: false }), registry, max)
  const dropped = async () => {
    const [metric] = await registry.getMetricsAsJSON()
    return metric?.values[0]?.value
  }
  return { entries, dropped }
}

test('go together, and a stop waits for them', async () => {
  const writes: number[] = []
  const { entries, dropped } = setUp(async (rows) => void writes.push(rows.length))
  for (let count = 0; count < 700; count += 1) entries.add(entry)
  await entries.close()
  expect(writes).toEqual([500, 200])
  expect(await dropped()).toBe(0)
})

test('wait while the database is away, those above the limit are dropped, and counted', async () => {
  let away = true
  let written = 0
  const { entries, dropped } = setUp(async (rows) => {
    if (away) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    written += rows.length
  }, 10)
  for (let count = 0; count < 25; count += 1) entries.add(entry)
  expect(await dropped()).toBe(20)
  // The other half is for everybody else.
  for (let count = 0; count < 5; count += 1) entries.add(ofOther)
  expect(await dropped()).toBe(20)
  entries.add(serviceEntry(newWorkspaceId(), 'test'))
  expect(await dropped()).toBe(21)
  away = false
  await entries.close()
  expect(written).toBe(10)
})

test('are not waited for without end where the database stays away', async () => {
  const { entries, dropped } = setUp(() =>
    Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
  )
  entries.add(entry)
  await entries.close()
  expect(await dropped()).toBe(1)
})
