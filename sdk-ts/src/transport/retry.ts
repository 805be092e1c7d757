import { APIConnectionError, APIError } from '../errors/errors.js'

const FIRST_WAIT_S = 0.5
const LONGEST_WAIT_S = 8
const LONGEST_RETRY_AFTER_S = 60
const JITTER = 0.25

/**
 * Returns the seconds to wait between attempt `attempt` (from 0) and the next. Returns undefined if another attempt
 * would not help, or if the wait would be too long.
 */
export function secondsToRetry(error: unknown, attempt: number): number | undefined {
  if (error instanceof APIConnectionError) return backoff(attempt)
  if (!(error instanceof APIError) || !isTransient(error)) return undefined
  if (error.retryAfter === undefined) return backoff(attempt)
  return error.retryAfter <= LONGEST_RETRY_AFTER_S ? error.retryAfter : undefined
}

function isTransient({ status, code }: APIError): boolean {
  // Only this conflict resolves by itself, because the first request with the key is still running.
  if (status === 409) return code === 'idempotency_in_progress'
  return status === 408 || status === 429 || status >= 500
}

// Jitter only shortens the wait. Clients that failed together retry at different times, and none waits longer than
// necessary.
function backoff(attempt: number): number {
  return Math.min(FIRST_WAIT_S * 2 ** attempt, LONGEST_WAIT_S) * (1 - JITTER * Math.random())
}
