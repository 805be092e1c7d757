import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { greatestUuid, nilUuid } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { cancelLocked } from '../runs/cancel.js'
import type { AutomationRow } from '../automation-rows.js'

/**
 * Returns SQL of the runs that have a status. The columns are compared as one row with the id, so that no other index
 * has this order.
 */
const ofStatus = (status: 'running' | 'waiting') =>
  `(select id from automation_runs
      where workspace_id = $1 and (automation_id, status, id) > ($2::uuid, '${status}', '${nilUuid}')
        and (automation_id, status, id) <= ($2::uuid, '${status}', '${greatestUuid}')
      order by automation_id, status, id limit $3)`

/** Locks runs that have not ended. It waits for runs that a worker has locked. */
const lockUnended = statement<[workspaceId: WorkspaceId, automationId: Uuid, max: number], { id: Uuid }>(
  'lock_unended_automation_runs',
  `with found as materialized (
     select id from (${ofStatus('running')} union all ${ofStatus('waiting')}) unended order by id limit $3
   )
   select id from automation_runs
   where workspace_id = $1 and id = any(array(select id from found)) and ended_at is null
   order by id for update`,
)

const end = statement<[workspaceId: WorkspaceId, id: Uuid, now: Date]>(
  'end_archived_automation',
  `update automations set due_at = null, lease = null,
     retry_completed_at = case when retry_requested_at is not null then coalesce(retry_completed_at, $3) end
   where workspace_id = $1 and id = $2`,
)

const goOn = statement<[workspaceId: WorkspaceId, id: Uuid, leaseSeconds: number]>(
  'keep_archived_automation',
  `update automations set due_at = now() + make_interval(secs => $3) where workspace_id = $1 and id = $2`,
)

/** A page of an automation's runs that a worker takes. */
export interface PageOfRuns {
  /** Largest number of runs. */
  readonly max: number
  readonly now: Date
  readonly leaseSeconds: number
}

/**
 * Cancels the next runs of an archived automation that have not ended. If there are none, the automation's work is
 * over, and so is a retry that was under way.
 *
 * @returns whether there may be more
 */
export async function cancelPage(
  { sql }: Transaction,
  { workspace_id: workspaceId, id }: AutomationRow,
  { max, now, leaseSeconds }: PageOfRuns,
): Promise<boolean> {
  const runs = await lockUnended(sql, workspaceId, id, max)
  await cancelLocked(sql, workspaceId, { ids: runs.map((run) => run.id), reason: 'automation_archived', now })
  if (runs.length > 0) await goOn(sql, workspaceId, id, leaseSeconds)
  else await end(sql, workspaceId, id, now)
  return runs.length > 0
}
