import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { EndedReason, RunRow, RunStatus } from '../automation-rows.js'
import { lockRun, type RunKey } from './find.js'

const cancel = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[], reason: EndedReason, endedAt: Date],
  RunRow
>(
  'cancel_automation_runs',
  `with woken as (
     delete from automation_waits where workspace_id = $1 and run_id = any($2::uuid[])
   )
   update automation_runs set status = 'cancelled', ended_reason = $3, ended_at = $4, due_at = null, lease = null,
     blocked_by = null, wait_until = null, wait_event = null
   where workspace_id = $1 and id = any($2::uuid[])
   returning *`,
)

/**
 * Ends runs that the transaction has locked. A worker that was working on them has lost its lease, so it leaves them
 * as they are.
 */
export async function cancelLocked(
  trx: Knex,
  workspaceId: WorkspaceId,
  {
    ids,
    reason,
    now,
  }: {
    readonly ids: readonly Uuid[]
    readonly reason: EndedReason
    /** The time by the clock of the waits. */
    readonly now: Date
  },
): Promise<RunRow[]> {
  return ids.length === 0 ? [] : cancel(trx, workspaceId, ids, reason, now)
}

const inWords: Partial<Record<RunStatus, string>> = {
  completed: 'is completed',
  exited: 'has been exited',
}

/**
 * Cancels a run that has not ended, or has failed. Cancelling it again changes nothing.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function cancelRun(
  trx: Knex.Transaction,
  key: RunKey,
  retainedSince: Date,
  now: Date,
): Promise<RunRow> {
  const row = await lockRun(trx, key, retainedSince)
  if (row.status === 'cancelled') return row
  const ended = inWords[row.status]
  if (ended !== undefined) {
    throw new ApiError('invalid_state', `The run ${ended}, so it cannot be cancelled.`)
  }
  const [cancelled] = await cancelLocked(trx, row.workspace_id, { ids: [row.id], reason: 'manual', now })
  if (cancelled === undefined) throw new Error('a run that was locked is gone')
  return cancelled
}
