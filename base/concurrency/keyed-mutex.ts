import { setTimeout as sleep } from 'node:timers/promises'

/** The limit of a {@link KeyedMutex}. */
interface MutexLimit {
  /** The max wait for a turn, in milliseconds. */
  readonly maxWaitMs: number
  /** Makes the error of work that has waited for longer. */
  readonly tooLate: () => Error
}

/**
 * Gives work of this process turns by key: the second one waits here rather than with a connection of the database.
 */
export class KeyedMutex {
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #limit: MutexLimit

  constructor(limit: MutexLimit) {
    this.#limit = limit
  }

  /**
   * Does the work once the work before it with the same key is done.
   *
   * @throws the error that the limit makes, after the max wait
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#running.get(key)
    const mine = before === undefined ? work() : this.#after(before).then(work)
    // A caller that gave up waiting has not ended the turn of the callers before it.
    const settled = before === undefined ? mine.catch(() => undefined) : Promise.allSettled([before, mine])
    this.#running.set(key, settled)
    void settled.then(() => {
      if (this.#running.get(key) === settled) this.#running.delete(key)
    })
    return mine
  }

  /** Waits with a limit: the work before may itself wait for something that never comes. */
  async #after(before: Promise<unknown>): Promise<void> {
    const limit = new AbortController()
    const late = sleep(this.#limit.maxWaitMs, true, { signal: limit.signal }).catch(() => true)
    const gaveUp = await Promise.race([before.then(() => false), late])
    limit.abort()
    if (gaveUp) throw this.#limit.tooLate()
  }
}
