import { performance } from 'node:perf_hooks'
import type { ProgramsConfig } from '../../../platform/config/programs.js'
import type { RecentSends } from '../../../platform/queue/recent-sends.js'

/**
 * The pace of all releases of this process. While single sends come in, it is limited, so that the database and
 * the worker have time for them: whoever resets a password waits for it, and nobody waits for a newsletter.
 */
export class ReleasePace {
  /** When the next batch may be released. */
  #nextAt = 0

  constructor(
    private readonly singles: Pick<RecentSends, 'areComing'>,
    private readonly config: Pick<ProgramsConfig, 'releaseBatch' | 'pacedBatch' | 'pacedPerSecond'>,
    private readonly now = () => performance.now(),
  ) {}

  /** The max number of recipients of the next batch. */
  get batch(): number {
    const { pacedBatch, releaseBatch } = this.config
    return this.singles.areComing ? Math.min(pacedBatch, releaseBatch) : releaseBatch
  }

  /** So many mails were released. Returns how long to wait before the next batch, in milliseconds. */
  released(mails: number): number {
    if (!this.singles.areComing) return 0
    const now = this.now()
    this.#nextAt = Math.max(now, this.#nextAt) + (mails * 1000) / this.config.pacedPerSecond
    return Math.ceil(this.#nextAt - now)
  }
}

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
