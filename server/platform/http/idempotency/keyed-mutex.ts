import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../errors.js'
import type { KeyUse } from './claim.js'

/**
 * How long a request waits for another one with its key, in milliseconds: here, and then once in the
 * database.
 */
export const defaultWaitMs = 10_000

/**
 * Requests of this process take turns by key: a second one waits here rather than with a database connection.
 */
export class KeyedMutex {
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(private readonly waitMs = defaultWaitMs) {}

  /**
   * Does the work once the requests before it with the same key are done with theirs.
   *
   * @throws ApiError 409 `idempotency_in_progress` where they take too long
   */
  run<T>(use: KeyUse, work: () => Promise<T>): Promise<T> {
    const name = `${use.workspaceId} ${use.projectId} ${use.operation} ${use.key}`
    const before = this.#running.get(name)
    const mine = before === undefined ? work() : this.#after(before).then(work)
    // A caller that gave up waiting has not ended the turn of the callers before it.
    const settled = before === undefined ? mine.catch(() => undefined) : Promise.allSettled([before, mine])
    this.#running.set(name, settled)
    void settled.then(() => {
      if (this.#running.get(name) === settled) this.#running.delete(name)
    })
    return mine
  }

  /** Waits with a limit: what the requests before wait for themselves may not come back. */
  async #after(before: Promise<unknown>): Promise<void> {
    const limit = new AbortController()
    const late = sleep(this.waitMs, true, { signal: limit.signal }).catch(() => true)
    const gaveUp = await Promise.race([before.then(() => false), late])
    limit.abort()
    if (gaveUp) throw inProgress()
  }
}

export function inProgress(cause?: unknown): ApiError {
  return new ApiError(
    'idempotency_in_progress',
    'The first request with this idempotency key has not ended yet. Try again shortly.',
    { retryAfter: 1, cause },
  )
}
