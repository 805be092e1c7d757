import type { components } from '../../../../../generated/api-types.js'

type Estimate = components['schemas']['SegmentEstimate']

/** The quantile of the normal distribution for 95 % in the middle. */
const z = 1.959964

/** @param value as counted */
export function exactly(value: number): Estimate {
  return { value, low: value, high: value, exact: true }
}

/**
 * What a random sample says of how many there are.
 *
 * How many there are in all is not known either, so what was found is a thinned count: of V, each was in the
 * sample with the same probability p. `low` and `high` are the V for which finding so many is just not
 * unlikely (Wilson's score interval): (found − V·p)² = z²·V·p·(1 − p).
 *
 * @param found how many of the sample are selected
 * @param p the part of all contacts that the sample is, above 0
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
