/**
 * Growth of the buckets that reply times are counted in; with buckets a percentile costs a few numbers however many
 * replies there were. The first bucket is for less than half a millisecond. The others grow by a quarter each, from 1
 * ms to 15 s, so that the value that stands for a bucket is at most 15 per cent from any duration counted in it.
 */

const growth = 1.25
const longestMs = 15_000

/** Greatest whole number of milliseconds that each bucket counts; the last bucket counts longer durations too. */
const upperBounds: readonly number[] = bounds()

function bounds(): number[] {
  const found = [0]
  for (let bound = 1; bound < longestMs; bound = Math.max(bound + 1, Math.floor(bound * growth))) {
    found.push(bound)
  }
  return [...found, longestMs]
}

export const bucketCount = upperBounds.length

/** Returns the bucket of a duration in milliseconds, from 0 on. */
export function bucketOf(ms: number): number {
  const whole = Math.round(ms)
  const bucket = upperBounds.findIndex((bound) => whole <= bound)
  return bucket === -1 ? bucketCount - 1 : bucket
}

/**
 * Returns the duration in whole milliseconds that the given percentage of the replies did not exceed; null if there
 * were no replies.
 *
 * @param counts number of replies in each bucket; buckets missing at the end are empty
 */
export function percentile(counts: readonly number[], percent: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.ceil((total * percent) / 100)
  let counted = 0
  const bucket = counts.findIndex((count) => (counted += count) >= rank)
  return representativeOf(bucket)
}

/** Returns the harmonic mean of a bucket's least and greatest duration: the relative distance to both is the same. */
function representativeOf(bucket: number): number {
  const max = upperBounds[bucket] ?? longestMs
  if (max === 0) return 0
  const min = (upperBounds[bucket - 1] ?? 0) + 1
  return Math.round((2 * min * max) / (min + max))
}
