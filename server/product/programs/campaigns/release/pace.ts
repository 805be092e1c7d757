import { performance } from 'node:perf_hooks'
import type { ProgramsConfig } from '../../../../platform/config/programs.js'
import type { RecentSends } from '../../../../platform/queue/limiter/recent-sends.js'
import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'

/**
 * The pace of all releases of this process. While single sends come in, it is limited, so that the database and
 * the worker have time for them: whoever resets a password waits for it, and nobody waits for a newsletter.
 */
export class ReleasePace {
  /** When the next batch may be released. */
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

  /** The max number of recipients of the next batch. */
  get batch(): number {
    const { pacedBatch, releaseBatch } = this.#config
    return this.#singles.areComing ? Math.min(pacedBatch, releaseBatch) : releaseBatch
  }

  /** So many mails were released. Returns how long to wait before the next batch, in milliseconds. */
  released(mails: number): number {
    if (!this.#singles.areComing) return 0
    const now = this.#now()
    this.#nextAt = Math.max(now, this.#nextAt) + (mails * 1000) / this.#config.pacedPerSecond
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

const countQueued = statement<
  [workspaceId: WorkspaceId, campaignId: Uuid, max: number],
  { untried: number; total: number }
>(
  'count_queued_of_campaign',
  `select count(*) filter (where attempts = 0)::integer as untried, count(*)::integer as total from (
     select attempts from delivery_queue where workspace_id = $1 and campaign_id = $2 limit $3
   ) queued`,
)

/** How many deliveries of a campaign are in the queue and were never tried. */
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
 * The space in the queue for deliveries of one campaign. Only this campaign's release fills it, so what was
 * counted once and not used since is there still: it is counted again where that is not enough.
 */
export class QueueSpace {
  #left = 0

  /** The space, counted again where less than `wanted` is known to be left. */
  async of(
    db: Knex,
    workspaceId: WorkspaceId,
    campaignId: Uuid,
    wanted: number,
    { maxUntried, maxQueued }: Pick<ProgramsConfig, 'maxUntried' | 'maxQueued'>,
  ): Promise<number> {
    if (this.#left < wanted) {
      const [queued] = await countQueued(db, workspaceId, campaignId, maxQueued)
      const { untried = 0, total = 0 } = queued ?? {}
      this.#left = Math.max(0, Math.min(maxUntried - untried, maxQueued - total))
    }
    return this.#left
  }

  /** So many deliveries were put into the queue. */
  used(deliveries: number): void {
    this.#left -= deliveries
  }
}
