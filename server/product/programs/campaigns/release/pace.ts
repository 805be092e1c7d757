import { performance } from 'node:perf_hooks'
import type { ProgramsConfig } from '../../../../platform/config/programs.js'
import type { RecentSends } from '../../../../platform/queue/limiter/recent-sends.js'
import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'

/**
 * Limits the pace of all releases of this process while single sends come in, so that the database and the worker
 * have time for them: a person who resets a password waits for the mail, and nobody waits for a newsletter.
 */
export class ReleasePace {
  /** Time at which the next batch may be released, in milliseconds of the `now` clock. */
  #nextAt = 0
  readonly #singles: Pick<RecentSends, 'areComing'>
  readonly #config: Pick<ProgramsConfig, 'releaseBatch' | 'pacedBatch' | 'pacedPerSecond'>
  readonly #now: () => number

  constructor(
    singles: Pick<RecentSends, 'areComing'>,
    config: Pick<ProgramsConfig, 'releaseBatch' | 'pacedBatch' | 'pacedPerSecond'>,
    now = () => performance.now(),
  ) {
    this.#singles = singles
    this.#config = config
    this.#now = now
  }

  /** The most recipients of the next batch. */
  get batch(): number {
    const { pacedBatch, releaseBatch } = this.#config
    return this.#singles.areComing ? Math.min(pacedBatch, releaseBatch) : releaseBatch
  }

  /**
   * Records that a number of mails were released.
   *
   * @returns milliseconds to wait before the next batch
   */
  released(mails: number): number {
    if (!this.#singles.areComing) return 0
    const now = this.#now()
    this.#nextAt = Math.max(now, this.#nextAt) + (mails * 1000) / this.#config.pacedPerSecond
    return Math.ceil(this.#nextAt - now)
  }
}

/**
 * Limits the rate of a campaign by a token bucket, which is stored in the campaign's row. A mail takes a token.
 * Tokens come at the rate of the campaign, and the bucket holds those of a minute: what was missed before that is not
 * made up for.
 */

/** Capacity of the bucket, in seconds of the rate. */
const maxSeconds = 60

/** The bucket in its stored form. */
export interface TokenBucket {
  readonly tokens: number
  /** Time at which the bucket had these tokens; null before the first mail. */
  readonly at: Date | null
}

/**
 * Returns the tokens that are there now.
 *
 * @param ratePerHour the most mails in an hour; null for no limit
 */
export function tokensAt({ tokens, at }: TokenBucket, ratePerHour: number | null, now: Date): number {
  if (ratePerHour === null) return Infinity
  const capacity = capacityOf(ratePerHour)
  if (at === null) return 1
  const seconds = Math.max(0, now.getTime() - at.getTime()) / 1000
  return Math.min(capacity, tokens + (seconds * ratePerHour) / 3600)
}

/** Returns the milliseconds until an empty bucket has the tokens of a second, at least one. */
export function msToNextTokens(tokens: number, ratePerHour: number): number {
  const wanted = Math.max(1, ratePerHour / 3600)
  return Math.ceil((Math.max(0, wanted - tokens) * 3_600_000) / ratePerHour)
}

/** Returns the capacity of the bucket, which is at least one, or a slow campaign would never send. */
function capacityOf(ratePerHour: number): number {
  return Math.max(1, (ratePerHour * maxSeconds) / 3600)
}

const countQueued = statement<
  [workspaceId: WorkspaceId, campaignId: Uuid, max: number],
  { untried: number; total: number }
>(
  'count_queued_of_campaign',
  `select count(*) filter (where attempts = 0)::integer as untried, count(*)::integer as total from (
     select attempts from delivery_queue where workspace_id = $1 and campaign_id = $2 limit $3
   ) queued`,
)

/** Counts the deliveries of a campaign that are in the queue and were never tried. */
export async function countUntried(
  db: Knex,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
  max: number,
): Promise<number> {
  const [counted] = await countQueued(db, workspaceId, campaignId, max)
  return counted?.untried ?? 0
}

/**
 * Tracks the space in the queue for deliveries of one campaign. Only this campaign's release fills it, so space that
 * was once counted and not used since is still there. It is counted again if that is not enough.
 */
export class QueueSpace {
  #left = 0

  /** Returns the space, counting again if less than `wanted` is known to be left. */
  async of(
    db: Knex,
    workspaceId: WorkspaceId,
    { maxUntried, maxQueued }: Pick<ProgramsConfig, 'maxUntried' | 'maxQueued'>,
    { campaignId, wanted }: { readonly campaignId: Uuid; readonly wanted: number },
  ): Promise<number> {
    if (this.#left < wanted) {
      const [queued] = await countQueued(db, workspaceId, campaignId, maxQueued)
      const { untried = 0, total = 0 } = queued ?? {}
      this.#left = Math.max(0, Math.min(maxUntried - untried, maxQueued - total))
    }
    return this.#left
  }

  /** Records that a number of deliveries were put into the queue. */
  used(deliveries: number): void {
    this.#left -= deliveries
  }
}
