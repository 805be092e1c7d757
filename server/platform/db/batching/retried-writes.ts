import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock, isUnavailable, tookTooLong } from '../connection/unavailable.js'

/** The min and max wait before a write is tried again, in milliseconds; each wait is twice the one before. */
const minBackoffMs = 500
const maxBackoffMs = 5_000

/** The writes were given up because the process stops. */
export class WritesEndedError extends Error {
  override name = 'WritesEndedError'
}

/**
 * Writes that must not be lost, such as the outcomes of deliveries: without its outcome a delivery is made again. A
 * write that fails is kept in memory and tried again until it succeeds, however long the database stores nothing.
 *
 * Each write has a key, such as its workspace. No new work should begin under a key while a write of that key is
 * retried. This also bounds the memory: the work in flight is bounded, and each piece of it needs one write.
 *
 * @typeParam Key the owner of a write
 */
export class RetriedWrites<Key> {
  /** The number of calls of `write` per key that the database holds up. */
  readonly #retrying = new Map<Key, number>()
  /** The number of items per key that are not written yet. */
  readonly #unwritten = new Map<Key, number>()
  readonly #ended = new AbortController()
  #rejected = 0

  constructor() {
    // Each pause adds a listener: one for each retried key, and one for each rejected item.
    setMaxListeners(0, this.#ended.signal)
  }

  /**
   * The number of items that are kept in memory because they could not be written, or wait behind such an
   * item.
   */
  get size(): number {
    let size = this.#rejected
    for (const key of this.#retrying.keys()) size += this.#unwritten.get(key) ?? 0
    return size
  }

  /** Returns the number of items of a key that are not written yet. */
  unwrittenOf(key: Key): number {
    return this.#unwritten.get(key) ?? 0
  }

  /** Tells whether the database holds up a write of this key. */
  isRetrying(key: Key): boolean {
    return this.#retrying.has(key)
  }

  /**
   * Writes until it succeeds.
   *
   * @param work the write. It must have no effect if it throws, and may be called again
   * @param onTrouble called once, with the first error that is not a deadlock
   * @throws WritesEndedError if `end` is called first; the work's own error if that is not temporary, or if the
   *   database says that it took too long: then the error is about these rows, and not about all of them
   */
  async write<T>(key: Key, work: () => Promise<T>, onTrouble: (error: unknown) => void): Promise<T> {
    let release: (() => void) | undefined
    try {
      for (let backoffMs = minBackoffMs; ;) {
        try {
          return await work()
        } catch (error) {
          if (isDeadlock(error)) {
            await this.pause(20)
            continue
          }
          if (!isUnavailable(error) || tookTooLong(error)) throw error
          if (release === undefined) {
            release = countIn(this.#retrying, key)
            onTrouble(error)
          }
          await this.pause(backoffMs)
          backoffMs = Math.min(maxBackoffMs, backoffMs * 2)
        }
      }
    } finally {
      release?.()
    }
  }

  /** Counts an item that is to be written, until the returned function is called. */
  begin(key: Key): () => void {
    return countIn(this.#unwritten, key)
  }

  /** Counts an item that the database rejected, while it waits to be written again. */
  async pauseRejected(ms: number): Promise<void> {
    this.#rejected += 1
    try {
      await this.pause(ms)
    } finally {
      this.#rejected -= 1
    }
  }

  /** Gives up the writes that are retried, and those that fail from now on. */
  end(): void {
    this.#ended.abort()
  }

  /** @throws WritesEndedError if `end` has been called */
  throwIfEnded(): void {
    if (this.#ended.signal.aborted)
      throw new WritesEndedError('The process stops before the database has stored this.')
  }

  /**
   * Waits between two attempts.
   *
   * @param ms the time in milliseconds
   * @throws WritesEndedError as soon as `end` is called
   */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#ended.signal }).catch(() => undefined)
    this.throwIfEnded()
  }
}

/** Adds one to a key's count. The returned function takes it off again. */
function countIn<Key>(counts: Map<Key, number>, key: Key): () => void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
  return () => {
    const left = (counts.get(key) ?? 1) - 1
    if (left === 0) counts.delete(key)
    else counts.set(key, left)
  }
}
