import { performance } from 'node:perf_hooks'

/** After a single send others are expected for this long, in milliseconds. */
const recentMs = 10_000

/** Tells whether single sends, such as password resets, come in at this process now. Campaigns make room for them. */
export class RecentSends {
  #last = -Infinity
  readonly #now: () => number

  /** @param now the time in milliseconds; tests have their own */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Notes that a single send has come. */
  note(): void {
    this.#last = this.#now()
  }

  get areComing(): boolean {
    return this.#now() - this.#last < recentMs
  }
}
