import { describe, expect, test } from 'vitest'
import {
  msToNextTokens,
  tokensAt,
  type TokenBucket,
} from '../../../../../server/product/programs/campaigns/release/pace.js'

const start = new Date('2026-01-14T09:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

describe('the tokens of a campaign', () => {
  test.for<[string, number | null, TokenBucket, number, number]>([
    ['without a rate, as many as there is space', null, { tokens: 0, at: start }, 0, Infinity],
    ['one, before the first mail', 60, { tokens: 0, at: null }, 0, 1],
    ['none, right after it', 60, { tokens: 0, at: start }, 0, 0],
    ['those of half a minute', 7200, { tokens: 0, at: start }, 30, 60],
    ['what was left, besides', 7200, { tokens: 2.5, at: start }, 30, 62.5],
    ['those of a minute, after a minute', 7200, { tokens: 0, at: start }, 60, 120],
    ['no more, after an hour without a worker', 7200, { tokens: 0, at: start }, 3600, 120],
    ['one, after a year at one an hour', 1, { tokens: 0, at: start }, 31_536_000, 1],
    ['half of one, after half an hour at one an hour', 1, { tokens: 0, at: start }, 1800, 0.5],
    ['as before, where the clock went back', 7200, { tokens: 3, at: start }, -60, 3],
    // The rate was 7200 until now.
    ['no more than a minute of a rate that was lowered', 60, { tokens: 100, at: start }, 0, 1],
    // It was 60.
    ['from now on those of a rate that was raised', 7200, { tokens: 1, at: start }, 1, 3],
  ])('%s', ([_, rate, bucket, seconds, expected]) => {
    expect(tokensAt(bucket, rate, after(seconds))).toBeCloseTo(expected, 9)
  })

  test('an hour at any rate has as many as it says, but for a fraction', () => {
    for (const rate of [1, 7, 60, 3599, 3601, 50_000]) {
      let bucket = { tokens: 0, at: start }
      let taken = 0
      for (let second = 1; second <= 3600; second += 1) {
        const available = tokensAt(bucket, rate, after(second))
        const now = Math.floor(available)
        bucket = { tokens: available - now, at: after(second) }
        taken += now
      }
      expect([rate - 1, rate], String(rate)).toContain(taken)
    }
  })
})

test.each([
  [0, 3600, 1000],
  [0.5, 3600, 500],
  [0, 1, 3_600_000],
  [1, 60, 0],
  [5, 60, 0],
  // More come in a second, and a batch of them takes less than as many batches of one.
  [0, 360_000, 1000],
  [0.999999, 3_600_000, 1000],
])('with %s tokens at %s an hour those of a second have come in %s ms', (tokens, rate, ms) => {
  expect(msToNextTokens(tokens, rate)).toBe(ms)
  if (ms === 0) return
  // Then it is there.
  expect(tokensAt({ tokens, at: start }, rate, new Date(start.getTime() + ms))).toBeGreaterThanOrEqual(1)
})
