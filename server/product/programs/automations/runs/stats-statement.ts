import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { IgnoredReason, RunStatus } from '../automation-rows.js'

/** Number of runs at a step that have not ended, or have failed. */
export type StepCount = readonly [
  version: number,
  stepKey: string,
  status: 'running' | 'waiting' | 'failed',
  count: number,
]

/** All counts of an automation's figures at one moment. */
export interface FiguresRow {
  readonly id: Uuid
  readonly as_of: Date
  readonly runs: Readonly<Partial<Record<RunStatus, number>>>
  /** Counts of ignored triggers, the most frequent reason first. */
  readonly ignored: readonly (readonly [reason: IgnoredReason, count: number])[]
  /** Counts of steps, those of the latest version first. */
  readonly steps: readonly StepCount[]
}

/**
 * Counts the runs of an automation. One statement is one snapshot: a run is counted once, however it moves. The runs
 * are grouped along their index, without the rows; those that retention has deleted are counted in a table of their
 * own.
 */
export const selectFigures = statement<[workspaceId: WorkspaceId, automationId: Uuid], FiguresRow>(
  'select_automation_figures',
  `with counted as materialized (
     select status, version, step_key, count(*)::integer as count from automation_runs
     where workspace_id = $1 and automation_id = $2 group by status, version, step_key
   ), total as (
     select status, sum(count)::integer as count from (
       select status, count from counted
       union all
       select status, count from automation_purged_runs where workspace_id = $1 and automation_id = $2
     ) every group by status
   ), ignored as (
     select reason, sum(count)::integer as count from automation_ignored
     where workspace_id = $1 and automation_id = $2 group by reason
   )
   select automation.id, now() as as_of,
     coalesce((select jsonb_object_agg(status, count) from total), '{}') as runs,
     coalesce((select jsonb_agg(jsonb_build_array(reason, count) order by count desc, reason) from ignored), '[]')
       as ignored,
     coalesce((
       select jsonb_agg(jsonb_build_array(version, step_key, status, count) order by version desc, step_key)
       from counted where status in ('running', 'waiting', 'failed') and step_key is not null
     ), '[]') as steps
   from automations automation where workspace_id = $1 and id = $2`,
)
