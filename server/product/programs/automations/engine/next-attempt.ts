import type { RunRow } from '../automation-rows.js'

/**
 * Returns the time of the next attempt at a run's step that has failed for now. A run can be woken or released before
 * that time, which is no attempt. The time is counted from the start of the step, so it is never later than the one
 * that the last attempt has set.
 *
 * @param retrySeconds the waits between the attempts at a step
 * @returns undefined if the step may be tried at once
 */
export function nextAttemptAfter(
  { attempts, step_started_at: startedAt }: Pick<RunRow, 'attempts' | 'step_started_at'>,
  now: Date,
  retrySeconds: readonly number[],
): Date | undefined {
  if (attempts === 0) return undefined
  const seconds = retrySeconds.slice(0, attempts).reduce((sum, wait) => sum + wait, 0)
  const next = new Date(startedAt.getTime() + seconds * 1000)
  return next > now ? next : undefined
}
