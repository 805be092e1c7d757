import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { StrayLeases } from '../../../../server/platform/queue/leases/stray-leases.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { patiently } from '../../../support/time/patiently.js'

let database: ConnectedDatabase
beforeAll(async () => {
  database = await openMigratedDatabase()
})
afterAll(() => database.drop())
afterEach(() => vi.restoreAllMocks())

test('a timer that fires before its time is set again, so that the release is not left out', async () => {
  const find = vi.fn(() => Promise.resolve([]))
  const strays = new StrayLeases({
    db: database.db,
    lease: newUuid(),
    leaseSeconds: 60,
    table: { name: 'delivery_queue', find, free: () => Promise.resolve([]) },
    inFlight: () => [],
    log: pino({ level: 'silent' }),
  })
  const now = performance.now.bind(performance)
  strays.suspect()
  // By this clock the timer is 50 ms early.
  vi.spyOn(performance, 'now').mockImplementation(() => now() - 50)
  await vi.waitFor(() => expect(find).toHaveBeenCalledOnce(), patiently)
  await strays.close()
})
