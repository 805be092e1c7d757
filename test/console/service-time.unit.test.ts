import { expect, test } from 'vitest'
import { noteServiceTime, serviceTime } from '../../console/api/service-time.js'

/** Milliseconds since 1970 by the service's clock when the page was opened. */
const opened = Date.parse('2026-01-14T09:30:00.700Z')

test('the time of the service is known by the best of its replies, and is never ahead', () => {
  expect(serviceTime(0)).toBeUndefined()
  noteServiceTime(null, 0)
  expect(serviceTime(0)).toBeUndefined()

  // Each reply left the service some milliseconds ago, and says the second in which it did.
  for (const [now, underWay] of [
    [100, 20],
    [1_350, 40],
    [2_000, 900],
    [5_310, 5],
    [6_100, 3],
  ] as const) {
    noteServiceTime(new Date(opened + now - underWay).toUTCString(), now)
    expect(serviceTime(now)).toBeLessThanOrEqual(opened + now)
  }
  // The best one left 5 ms after a second had begun, and took 5 ms.
  expect(serviceTime(8_000)).toBe(opened + 8_000 - 10)
})
