import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Uuid } from '../../db/ids.js'
import { isDeadlock, isUnavailable } from '../../db/connection/unavailable.js'
import { releaseStrays, type LeasedTable } from './release.js'

/** The wait before a release that the database did not answer is tried again, in milliseconds. */
const retryMs = 1000

/** The min time from one release to the next, in milliseconds. */
const minApartMs = 2000

/**
 * The times of further releases after the first one, in milliseconds. A claim whose connection broke can still be
 * running: it waits for a lock for 10 seconds at most, and is ended after 30.
 */
const followUpsMs = [4_000, 12_000, 32_000]

export interface StrayLeasesOptions {
  readonly db: Knex
  /** This process as the owner of leases. */
  readonly lease: Uuid
  readonly leaseSeconds: number
  readonly table: LeasedTable
  /** The keys of the rows that this process works on. */
  readonly inFlight: () => Iterable<Uuid>
  readonly log: Logger
}

/**
 * Releases stray leases: leases of a living process on rows that the process does not work on. If the reply to a
 * claim is lost, the process has leases that it does not know of. If it cannot give a row back, it has a lease that
 * is of no use. Without a release such rows would wait until their leases end.
 *
 *   resting --a claim or an attempt has failed--> releasing, as soon as the database answers --> following up
 *   following up --the last of followUpsMs has passed--> resting
 *
 * While a claim is under way nothing is released: its rows are not in flight yet.
 */
export class StrayLeases {
  readonly #options: StrayLeasesOptions
  #claims = 0
  #releasing: Promise<void> | undefined
  /** The times of the next release and of those that follow, by `performance.now()`. */
  #dueAt: number[] = []
  #releasedAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: StrayLeasesOptions) {
    this.#options = options
  }

  /**
   * Makes a claim, and takes the claimed rows into work.
   *
   * @param work may throw anything. Then leases that it may have left are released
   */
  readonly claim = async <T>(work: () => Promise<T>): Promise<T> => {
    while (this.#releasing !== undefined) await this.#releasing
    this.#claims += 1
    try {
      return await work()
    } catch (error) {
      this.suspect()
      throw error
    } finally {
      this.#claims -= 1
      this.#releaseIfDue()
    }
  }

  /**
   * Call with the error of an attempt. If the database was away or ended a deadlock, the row is released at once;
   * after any other error the attempt would fail again, so the row waits until its lease ends.
   */
  failed(error: unknown): void {
    if (isUnavailable(error) || isDeadlock(error)) this.suspect()
  }

  /** To be called when this process may have left a lease. */
  suspect(): void {
    const now = performance.now()
    this.#schedule(Math.max(now, this.#releasedAt + minApartMs))
  }

  /** Ends the releases. Leases that are left are released with all leases of the process, when it stops. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#releasing
  }

  #schedule(first: number): void {
    this.#dueAt = [first, ...followUpsMs.map((ms) => first + ms)]
    this.#setTimer()
  }

  #setTimer(): void {
    clearTimeout(this.#timer)
    const [next] = this.#dueAt
    if (next === undefined || this.#closed) return
    this.#timer = setTimeout(() => this.#releaseIfDue(), Math.max(0, next - performance.now()))
  }

  #releaseIfDue(): void {
    const [next = Infinity] = this.#dueAt
    if (this.#claims > 0 || this.#releasing !== undefined || this.#closed) return
    if (next > performance.now()) {
      // A timer can fire up to two milliseconds early.
      this.#setTimer()
      return
    }
    this.#dueAt.shift()
    this.#releasing = this.#release().finally(() => {
      this.#releasing = undefined
      this.#setTimer()
    })
  }

  async #release(): Promise<void> {
    const { db, lease, leaseSeconds, table, inFlight, log } = this.#options
    this.#releasedAt = performance.now()
    try {
      const released = await releaseStrays(db, table, { owner: lease, leaseSeconds, inFlight })
      if (released > 0)
        log.warn({ table: table.name, released }, 'released leases that had no work behind them')
    } catch (error) {
      log.debug({ err: error, table: table.name }, 'leases without work behind them could not be released')
      this.#schedule(performance.now() + retryMs)
    }
  }
}
