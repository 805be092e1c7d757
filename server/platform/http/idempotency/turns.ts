import { KeyedMutex } from '../../../../base/concurrency/keyed-mutex.js'
import { ApiError } from '../errors/api-error.js'
import type { KeyUse } from './claim.js'

/** The max wait of a request for another one with its key, in milliseconds: here, and then once in the database. */
export const defaultWaitMs = 10_000

/** Gives turns to the requests of this process that have the same idempotency key. */
export class KeyTurns {
  readonly #mutex: KeyedMutex

  /**
   * @param maxWaitMs the max wait of a request for its turn, in milliseconds
   */
  constructor(maxWaitMs = defaultWaitMs) {
    this.#mutex = new KeyedMutex({ maxWaitMs, tooLate: inProgress })
  }

  /**
   * Does the work once the requests before it with the same key are done with theirs.
   *
   * @throws ApiError 409 `idempotency_in_progress` if they take too long
   */
  run<T>(use: KeyUse, work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(`${use.workspaceId} ${use.projectId} ${use.operation} ${use.key}`, work)
  }
}

/** Makes the error of a request whose key another request is still using. */
export function inProgress(cause?: unknown): ApiError {
  return new ApiError(
    'idempotency_in_progress',
    'The first request with this idempotency key has not ended yet. Try again shortly.',
    { retryAfter: 1, cause },
  )
}
