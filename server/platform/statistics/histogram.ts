/**
 * Times to delivery are counted in buckets. Bucket n has the times from `width ** n` to `width ** (n + 1)`
 * milliseconds, so that its middle is off by 6 per cent at the most, and half a millisecond for being rounded.
 */
const width = 1.12

/** Returns SQL of the bucket of a time in milliseconds. A time of less than one counts as one. */
export function bucketOf(ms: string): string {
  return `floor(ln(greatest(${ms}, 1)::double precision) / ln(${width}::double precision))::integer`
}

/**
 * Returns the time in milliseconds within which a share of all deliveries were made; null if there are none.
 *
 * @param buckets the number of deliveries in each bucket
 * @param share between 0 and 1, such as 0.95
 */
export function percentileOf(buckets: ReadonlyMap<number, number>, share: number): number | null {
  let sum = 0
  for (const count of buckets.values()) sum += count
  const rank = Math.ceil(sum * share)
  let reached = 0
  for (const [bucket, count] of [...buckets].sort(([one], [other]) => one - other)) {
    reached += count
    if (reached >= rank) return Math.round(width ** (bucket + 0.5))
  }
  return null
}
