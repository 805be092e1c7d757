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
