import type { components } from '../../../../../generated/api-types.js'
import { toTypeId } from '../../../../platform/db/ids.js'
import { kindOf } from '../definition.js'
import type { Flow } from '../flow.js'
import type { RunRow, RunStepRow } from '../automation-rows.js'

type Schemas = components['schemas']
type ShownStep = Schemas['AutomationRunStep']

/** A run without the data that started it, which may be long. */
export type ListedRun = Omit<RunRow, 'data'>

/** Returns a run in the form of the API contract. */
export function presentRun(row: ListedRun): Schemas['AutomationRun'] {
  return {
    id: toTypeId('run', row.id),
    automation_id: toTypeId('aut', row.automation_id),
    version: row.version,
    contact_id: toTypeId('con', row.contact_id),
    status: row.status,
    trigger: {
      kind: row.trigger_kind,
      contact_event_id: row.contact_event_id && toTypeId('cev', row.contact_event_id),
      inbound_message_id: row.inbound_message_id && toTypeId('inm', row.inbound_message_id),
      at: row.since.toISOString(),
    },
    key: row.entry_key === '' ? null : row.entry_key,
    depth: row.depth,
    step_key: row.step_key,
    wait: waitOf(row),
    blocked_by: row.blocked_by,
    attempts: row.attempts,
    next_attempt_at: nextAttemptOf(row)?.toISOString() ?? null,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    ended_reason: row.ended_reason,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

function waitOf({
  status,
  wait_until: until,
  wait_event: event,
}: ListedRun): Schemas['AutomationRun']['wait'] {
  return status === 'waiting' && until !== null ? { until: until.toISOString(), event } : null
}

/** Returns the time when a step that failed for now is tried again; undefined if none is. */
function nextAttemptOf({ attempts, ended_at: endedAt, due_at: dueAt }: ListedRun): Date | undefined {
  return attempts > 0 && endedAt === null && dueAt instanceof Date ? dueAt : undefined
}

/**
 * Returns a run with its steps: those that have ended, and the one that it is at if it rests there.
 *
 * @param steps the ended steps in their order
 * @param flow the steps of the run's version
 */
export function presentRunDetail(
  row: RunRow,
  steps: readonly RunStepRow[],
  flow: Flow,
): Schemas['AutomationRunDetail'] {
  const current = currentStepOf(row, flow)
  return {
    ...presentRun(row),
    data: { ...row.data },
    steps: [...steps.map(presentStep), ...(current === undefined ? [] : [current])],
  }
}

function presentStep(row: RunStepRow): ShownStep {
  return {
    key: row.step_key,
    kind: row.kind,
    outcome: row.outcome,
    reason: row.reason,
    detail: row.detail,
    taken: row.taken,
    message_id: row.message_id && toTypeId('msg', row.message_id),
    attempts: row.attempts,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at.toISOString(),
  }
}

/** Returns the step that a run rests at. A run that is merely due rests at none. */
function currentStepOf(row: RunRow, flow: Flow): ShownStep | undefined {
  const rest = restOf(row)
  if (rest === undefined || row.step_key === null) return undefined
  const found = flow.step(row.step_key)
  if (found === undefined) throw new Error('a run is at a step that its version does not have')
  return {
    key: row.step_key,
    kind: kindOf(found.step),
    ...rest,
    taken: null,
    message_id: null,
    attempts: row.attempts,
    started_at: row.step_started_at.toISOString(),
    ended_at: null,
  }
}

function restOf(row: RunRow): Pick<ShownStep, 'outcome' | 'reason' | 'detail'> | undefined {
  if (row.ended_at !== null) return undefined
  if (row.blocked_by !== null) return { outcome: 'blocked', reason: row.blocked_by, detail: null }
  if (row.attempts > 0) return { outcome: 'retrying', reason: row.error_code, detail: row.error_message }
  return row.status === 'waiting' ? { outcome: 'waiting', reason: null, detail: null } : undefined
}
