import { durationMs } from '../../../audience/segments/rules/durations.js'
import { dayMs } from '../../../../platform/db/retention.js'
import type { Reentry } from '../definition.js'
import type { IgnoredReason } from '../rows.js'
import type { StartRequest } from './request.js'

/** The most runs that may cause each other in a row, behind the first. */
export const maxDepth = 5
/** What happened longer before it was recorded starts nothing, in milliseconds: an import is no trigger. */
const maxAgeMs = dayMs
/** The most runs of a contact in an automation within {@link runWindowMs}. */
export const maxRuns = 10
export const runWindowMs = dayMs

/** Why a request starts nothing, as far as the request itself tells. */
export function refusalOf(request: StartRequest): IgnoredReason | undefined {
  const { automation, occurredAt, recordedAt, depth } = request
  if (automation.status === 'paused') return 'automation_paused'
  if (recordedAt.getTime() - occurredAt.getTime() > maxAgeMs) return 'too_old'
  return depth > maxDepth ? 'max_depth' : undefined
}

/** The last entry of a contact. */
export interface LastEntry {
  readonly enteredAt: Date
  /** Whether its run has not ended. */
  readonly isUnderWay: boolean
}

/** Why a contact may not begin again; undefined where it may. */
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
