/**
 * How long replies took, counted in buckets, so that a percentile costs a few numbers however many replies
 * there were. The first bucket is for less than half a millisecond. The others grow by a quarter each, from 1
 * ms to 15 s, so that what stands for a bucket is at most 15 per cent from what was counted there.
 */

const growth = 1.25
const longestMs = 15_000

/** The greatest whole number of milliseconds that each bucket counts; the last one counts longer ones too. */
const upperBounds: readonly number[] = bounds()

function bounds(): number[] {
  const found = [0]
  for (let bound = 1; bound < longestMs; bound = Math.max(bound + 1, Math.floor(bound * growth))) {
    found.push(bound)
  }
  return [...found, longestMs]
}

/** How many buckets there are. */
export const bucketCount = upperBounds.length

/** The bucket of a duration in milliseconds, from 0 on. */
export function bucketOf(ms: number): number {
  const whole = Math.round(ms)
  const bucket = upperBounds.findIndex((bound) => whole <= bound)
  return bucket === -1 ? bucketCount - 1 : bucket
}

/**
 * The duration in whole milliseconds that so many per cent of the replies did not exceed; null where there
 * were none.
 *
 * @param counts how many replies each bucket has; what is missing at the end is none
 */
export function percentile(counts: readonly number[], percent: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.ceil((total * percent) / 100)
  let counted = 0
  const bucket = counts.findIndex((count) => (counted += count) >= rank)
  return representativeOf(bucket)
}

/** The harmonic mean of the least and the greatest: its distance to either is the same share of it. */
function representativeOf(bucket: number): number {
  const max = upperBounds[bucket] ?? longestMs
  if (max === 0) return 0
  const min = (upperBounds[bucket - 1] ?? 0) + 1
  return Math.round((2 * min * max) / (min + max))
}
