import { performance } from 'node:perf_hooks'

/** How long after a single send others are expected, in milliseconds. */
const recentMs = 10_000

/** Whether single sends, such as password resets, come in at this process now. Campaigns make room for them. */
export class RecentSends {
  #last = -Infinity

  /** A single send has come. */
  note(): void {
    this.#last = performance.now()
  }

  get areComing(): boolean {
    return performance.now() - this.#last < recentMs
  }
}
