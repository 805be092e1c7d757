/**
 * The rate limiter of a campaign: a token bucket, kept in the campaign's row. A mail takes a token. Tokens come
 * at the rate of the campaign, and the bucket holds those of a minute: what was missed before that is not made
 * up for.
 */

/** How much the bucket holds, in seconds of the rate. */
const maxSeconds = 60

/** The bucket as it is stored. */
export interface TokenBucket {
  readonly tokens: number
  /** When it had them; null before the first mail. */
  readonly at: Date | null
}

/**
 * The tokens that are there now.
 *
 * @param ratePerHour null is without a limit
 */
export function tokensAt({ tokens, at }: TokenBucket, ratePerHour: number | null, now: Date): number {
  if (ratePerHour === null) return Infinity
  const capacity = capacityOf(ratePerHour)
  if (at === null) return 1
  const seconds = Math.max(0, now.getTime() - at.getTime()) / 1000
  return Math.min(capacity, tokens + (seconds * ratePerHour) / 3600)
}

/** The wait for as many tokens as come in a second, at least one, where there is none now, in milliseconds. */
export function msToNextTokens(tokens: number, ratePerHour: number): number {
  const wanted = Math.max(1, ratePerHour / 3600)
  return Math.ceil((Math.max(0, wanted - tokens) * 3_600_000) / ratePerHour)
}

/** At least one, or a slow campaign would never send. */
function capacityOf(ratePerHour: number): number {
  return Math.max(1, (ratePerHour * maxSeconds) / 3600)
}
