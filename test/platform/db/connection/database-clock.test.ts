import { expect, test, vi } from 'vitest'
import { databaseNow, openDatabaseClock } from '../../../../server/platform/db/connection/database-clock.js'
import { openMigratedDatabase } from '../../../support/database/database.js'

/** The time by a PostgreSQL, while this process's clock is wrong. */

const day = 24 * 3600_000

test.each([day, -day])('a clock that is %d ms ahead does not matter', async (ms) => {
  const database = await openMigratedDatabase()
  const real = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: real + ms })
  const clock = await openDatabaseClock(database.db, { debug: () => undefined })
  try {
    for (const now of [clock.now(), await databaseNow(database.db)])
      expect(Math.abs(now.getTime() - real)).toBeLessThan(60_000)
    expect(clock.now().getTime()).toBeLessThanOrEqual((await databaseNow(database.db)).getTime())
  } finally {
    clock.close()
    vi.useRealTimers()
    await database.drop()
  }
})
