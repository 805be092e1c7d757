import type { components } from '../../../../../generated/api-types.js'

type Estimate = components['schemas']['SegmentEstimate']

/** Quantile of the normal distribution for the middle 95 %. */
const z = 1.959964

/**
 * Makes an estimate of an exact count.
 *
 * @param value the count
 */
export function exactly(value: number): Estimate {
  return { value, low: value, high: value, exact: true }
}

/**
 * Estimates the number of selected contacts from a random sample.
 *
 * The number of all contacts is not known either, so the number found is a thinned count: of V selected contacts,
 * each was in the sample with the same probability p. `low` and `high` are the V for which finding so many is just
 * not unlikely (Wilson's score interval): (found − V·p)² = z²·V·p·(1 − p).
 *
 * @param found the number of selected contacts in the sample
 * @param p the sample's share of all contacts, above 0
 */
export function estimateFrom(found: number, p: number): Estimate {
  const half = (z * z * (1 - p)) / 2
  const middle = found + half
  const spread = Math.sqrt(middle * middle - found * found)
  return {
    value: Math.round(found / p),
    low: Math.max(found, Math.floor((middle - spread) / p)),
    high: Math.max(found, Math.ceil((middle + spread) / p)),
    exact: false,
  }
}
