import { durationMs } from '../../../audience/segments/rules/durations.js'
import { dayMs } from '../../../../platform/db/retention.js'
import type { Reentry } from '../definition.js'
import type { IgnoredReason } from '../automation-rows.js'
import type { StartRequest } from './request.js'

/** The most runs that may cause each other in a row, after the first. */
export const maxDepth = 5
/**
 * Milliseconds between an event and its recording from which on the event starts nothing, because imports should not
 * trigger automations.
 */
const maxAgeMs = dayMs
/** The most runs of a contact in an automation within {@link runWindowMs}. */
export const maxRuns = 10
export const runWindowMs = dayMs

/** Returns the reason why a request starts nothing, as far as the request itself tells. */
export function refusalOf(request: StartRequest): IgnoredReason | undefined {
  const { automation, occurredAt, recordedAt, depth } = request
  if (automation.status === 'paused') return 'automation_paused'
  if (recordedAt.getTime() - occurredAt.getTime() > maxAgeMs) return 'too_old'
  return depth > maxDepth ? 'max_depth' : undefined
}

/** The last entry of a contact in an automation. */
export interface LastEntry {
  readonly enteredAt: Date
  /** True if the run of the entry has not ended. */
  readonly isUnderWay: boolean
}

/** Returns the reason why a contact may not begin again; undefined if it may. */
export function reentryRefusal(
  { mode = 'after_exit', min_interval: interval }: Reentry,
  last: LastEntry | undefined,
  now: Date,
): IgnoredReason | undefined {
  if (last === undefined) return undefined
  if (mode === 'once') return 'already_entered'
  if (mode === 'after_exit' && last.isUnderWay) return 'already_running'
  if (interval === undefined) return undefined
  const ms = durationMs(interval)
  if (ms === undefined) throw new Error('a version that was checked has no such duration')
  return now.getTime() < last.enteredAt.getTime() + ms ? 'min_interval' : undefined
}
