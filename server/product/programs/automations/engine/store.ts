import type { Knex } from 'knex'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { NewEvent } from '../../../../platform/events/event-types.js'
import { insertEvents } from '../../../../platform/events/insert-event.js'
import type { RunProgress } from './progress.js'

/** Stores runs and their steps, and gives the leases back. */
const store = statement<[workspaceId: WorkspaceId, runs: string, steps: string]>(
  'store_automation_runs',
  `with changed as materialized (
     select * from json_to_recordset($2::json) as r(
       id uuid, status text, step_key text, step_started_at timestamptz, steps_taken integer, wait_until timestamptz,
       wait_event text, blocked_by text, attempts integer, error_code text, error_message text, ended_reason text,
       ended_at timestamptz, due_at timestamptz)
   ), new_steps as (
     insert into automation_run_steps
       (workspace_id, run_id, number, step_key, kind, outcome, reason, detail, taken, message_id, attempts, started_at,
        ended_at)
     select own.workspace_id, run_id, number, step_key, kind, outcome, reason, detail, taken, message_id, attempts,
       started_at, ended_at
     from ${ownWorkspace} cross join json_to_recordset($3::json) as s(
       run_id uuid, number integer, step_key text, kind text, outcome text, reason text, detail text, taken text,
       message_id uuid, attempts integer, started_at timestamptz, ended_at timestamptz)
   )
   update automation_runs run set status = changed.status, step_key = changed.step_key,
     step_started_at = changed.step_started_at, steps_taken = changed.steps_taken, wait_until = changed.wait_until,
     wait_event = changed.wait_event, blocked_by = changed.blocked_by, attempts = changed.attempts,
     error_code = changed.error_code, error_message = changed.error_message, ended_reason = changed.ended_reason,
     ended_at = changed.ended_at, due_at = changed.due_at, lease = null
   from changed
   where run.workspace_id = $1 and run.id = changed.id and run.id = any(array(select id from changed))`,
)

const dropWaits = statement<[workspaceId: WorkspaceId, ended: readonly Uuid[], over: readonly Uuid[]]>(
  'drop_automation_waits',
  `delete from automation_waits
   where workspace_id = $1 and run_id = any($2::uuid[] || $3::uuid[])
     and (not is_exit or run_id = any($2::uuid[]))`,
)

const storeWaits = statement<[workspaceId: WorkspaceId, waits: string]>(
  'store_automation_waits',
  `insert into automation_waits (workspace_id, contact_id, kind, name, run_id, is_exit)
   select own.workspace_id, contact_id, 'event', name, run_id, false
   from ${ownWorkspace} cross join json_to_recordset($2::json) as w(contact_id uuid, name text, run_id uuid)
   on conflict do nothing`,
)

/**
 * Stores the results of runs, in the transaction that has locked them: their rows, steps and waits, and the events of
 * those that have ended.
 *
 * @param waitedBefore the runs that were waiting for an event when they were locked
 * @returns whether webhooks are due
 */
export async function storeProgress(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  all: readonly RunProgress[],
  waitedBefore: ReadonlySet<Uuid>,
): Promise<boolean> {
  if (all.length === 0) return false
  const runs = all.map(({ run, changes }) => ({
    id: run.id,
    status: changes.status,
    step_key: changes.step_key,
    step_started_at: changes.step_started_at,
    steps_taken: changes.steps_taken,
    wait_until: changes.wait_until,
    wait_event: changes.wait_event,
    blocked_by: changes.blocked_by,
    attempts: changes.attempts,
    error_code: changes.error_code,
    error_message: changes.error_message,
    ended_reason: changes.ended_reason,
    ended_at: changes.ended_at,
    due_at: changes.due_at,
  }))
  const steps = all.flatMap((progress) => progress.steps)
  await store(trx, workspaceId, JSON.stringify(runs), JSON.stringify(steps))

  const ended = all.filter(({ hasEnded }) => hasEnded).map(({ run }) => run.id)
  const over = all
    .filter(({ hasEnded, run }) => !hasEnded && waitedBefore.has(run.id) && run.wait_event === null)
    .map(({ run }) => run.id)
  if (ended.length + over.length > 0) await dropWaits(trx, workspaceId, ended, over)
  const waits = all.flatMap(({ run: { contact_id, wait_event: name, id } }) =>
    name === null ? [] : [{ contact_id, name, run_id: id }],
  )
  if (waits.length > 0) await storeWaits(trx, workspaceId, JSON.stringify(waits))
  return insertEvents(trx, workspaceId, all.flatMap(eventOf))
}

/** Returns the event of a run that has ended by itself. */
function eventOf({ run, hasEnded }: RunProgress): NewEvent[] {
  if (!hasEnded || run.status === 'cancelled') return []
  const error =
    run.status === 'failed' && run.error_code !== null
      ? { code: run.error_code, message: run.error_message ?? '' }
      : null
  return [
    {
      id: newUuid(),
      projectId: run.project_id,
      environment: run.environment,
      type: run.status === 'failed' ? 'automation.run_failed' : 'automation.run_completed',
      data: {
        automation_id: toTypeId('aut', run.automation_id),
        version: run.version,
        run_id: toTypeId('run', run.id),
        contact_id: toTypeId('con', run.contact_id),
        status: run.status,
        ended_reason: run.ended_reason,
        step_key: run.step_key,
        error,
      },
    },
  ]
}
