import { ServiceAway, ServiceRefusal } from './errors.js'

// The SDK waits in the same way (sdk-ts/src/transport/retry.ts).
const firstWaitSeconds = 0.5
const longestWaitSeconds = 8
const longestRetryAfterSeconds = 60
const jitter = 0.25

/**
 * Returns the wait after a failure before the next attempt, in seconds.
 *
 * @param attempt the number of the attempt that has failed, from 0
 * @returns undefined if another one would not help, or would come too late to be worth waiting for
 */
export function secondsToRetry(error: unknown, attempt: number): number | undefined {
  if (error instanceof ServiceAway) return backoff(attempt)
  if (!(error instanceof ServiceRefusal) || !isTransient(error)) return undefined
  if (error.retryAfter === undefined) return backoff(attempt)
  return error.retryAfter <= longestRetryAfterSeconds ? error.retryAfter : undefined
}

function isTransient({ status, code }: ServiceRefusal): boolean {
  // Only this conflict passes by itself: the first request with the key is still running.
  if (status === 409) return code === 'idempotency_in_progress'
  return status === 408 || status === 429 || status >= 500
}

/** Returns the wait with jitter, which only shortens it: commands that failed together come back apart. */
function backoff(attempt: number): number {
  return Math.min(firstWaitSeconds * 2 ** attempt, longestWaitSeconds) * (1 - jitter * Math.random())
}
