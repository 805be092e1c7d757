import { expect, test } from 'vitest'
import { bucketCount, bucketOf, percentile } from '../../../../server/product/webhooks/health/durations.js'

function counted(durations: readonly number[]): number[] {
  const counts = Array.from({ length: bucketCount }, () => 0)
  for (const ms of durations) counts[bucketOf(ms)]! += 1
  return counts
}

test('what stands for a bucket is within 15 per cent of every duration that it counts', () => {
  for (let ms = 0; ms <= 15_000; ms += 1) {
    const shown = percentile(counted([ms]), 95)!
    expect(Math.abs(shown - ms), `${ms} ms are shown as ${shown}`).toBeLessThanOrEqual(0.15 * ms)
  }
})

test('buckets grow with the duration, each has some, and there are few', () => {
  let last = 0
  const seen = new Set<number>()
  for (let ms = 0; ms <= 15_000; ms += 1) {
    expect(bucketOf(ms)).toBeGreaterThanOrEqual(last)
    last = bucketOf(ms)
    seen.add(last)
  }
  expect(last).toBe(bucketCount - 1)
  expect([...seen]).toEqual(Array.from({ length: bucketCount }, (_, bucket) => bucket))
  expect(bucketCount).toBeLessThan(50)
})

test('durations are rounded, and one beyond the time-out has the last bucket', () => {
  expect(bucketOf(0.4)).toBe(bucketOf(0))
  expect(bucketOf(0.6)).toBe(bucketOf(1))
  expect(bucketOf(15_001)).toBe(bucketCount - 1)
  expect(bucketOf(1e9)).toBe(bucketCount - 1)
})

test('a percentile is the duration that so many did not exceed', () => {
  expect(percentile([], 95)).toBeNull()
  expect(percentile(counted([]), 95)).toBeNull()
  const of = (fast: number, slow: number) =>
    percentile(counted([...Array<number>(fast).fill(10), ...Array<number>(slow).fill(5000)]), 95)!
  expect(of(95, 5)).toBeLessThan(12)
  expect(of(94, 6)).toBeGreaterThan(4000)
  expect(of(19, 1)).toBeLessThan(12)
  expect(of(18, 1)).toBeGreaterThan(4000)
  expect(of(0, 1)).toBeGreaterThan(4000)
  // Totals of a process that counted nothing in the later buckets may be shorter.
  expect(percentile([0, 3], 95)).toBe(1)
})
