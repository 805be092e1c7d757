import { expect, test } from 'vitest'
import { ReleasePace } from '../../../../../server/product/programs/campaigns/release/pace.js'
import { RecentSends } from '../../../../../server/platform/queue/limiter/recent-sends.js'

const config = { releaseBatch: 200, pacedBatch: 50, pacedPerSecond: 200 }

test('without single sends a release keeps no pace', () => {
  const pace = new ReleasePace(new RecentSends(), config)
  expect(pace.batch).toBe(200)
  expect(pace.released(200)).toBe(0)
})

test('while single sends come in, all campaigns of a process share the pace', () => {
  let now = 1000
  const singles = new RecentSends(() => now)
  const pace = new ReleasePace(singles, config, () => now)
  singles.note()
  expect(pace.batch).toBe(50)
  expect(pace.released(50)).toBe(250)
  // Another campaign, at the same time.
  expect(pace.released(50)).toBe(500)
  now += 500
  expect(pace.released(50)).toBe(250)
  now += 10_000
  expect(pace.batch).toBe(200)
  expect(pace.released(200)).toBe(0)
})
