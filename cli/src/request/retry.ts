import { ServiceAway, ServiceRefusal } from './errors.js'

// The SDK waits in the same way (sdk-ts/src/transport/retry.ts).
const firstWaitSeconds = 0.5
const longestWaitSeconds = 8
const longestRetryAfterSeconds = 60
const jitter = 0.25

/**
 * Returns the seconds to wait between a failure and the next attempt.
 *
 * @param attempt the number of the failed attempt, from 0
 * @returns undefined if another attempt would not help, or if the wait would be too long
 */
export function secondsToRetry(error: unknown, attempt: number): number | undefined {
  if (error instanceof ServiceAway) return backoff(attempt)
  if (!(error instanceof ServiceRefusal) || !isTransient(error)) return undefined
  if (error.retryAfter === undefined) return backoff(attempt)
  return error.retryAfter <= longestRetryAfterSeconds ? error.retryAfter : undefined
}

function isTransient({ status, code }: ServiceRefusal): boolean {
  // Only this conflict resolves by itself, because the first request with the key is still running.
  if (status === 409) return code === 'idempotency_in_progress'
  return status === 408 || status === 429 || status >= 500
}

/**
 * Returns the wait with jitter. Jitter only shortens the wait, so that commands that failed together retry at
 * different times.
 */
function backoff(attempt: number): number {
  return Math.min(firstWaitSeconds * 2 ** attempt, longestWaitSeconds) * (1 - jitter * Math.random())
}
