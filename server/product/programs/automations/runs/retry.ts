import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { AutomationDependencies } from '../dependencies.js'
import type { AutomationStatus, RunRow } from '../automation-rows.js'
import { lockRun, type RunKey } from './find.js'
import { retryLocked, type Retried } from './retry-locked.js'

/**
 * Locks an automation, so that it is not archived before the end of the transaction. The automation is locked before
 * the runs, as in the work in the background.
 */
const keepAutomation = statement<[workspaceId: WorkspaceId, id: Uuid], { status: AutomationStatus }>(
  'keep_automation_of_run',
  'select status from automations where workspace_id = $1 and id = $2 for share',
)

const selectFailed = statement<[workspaceId: WorkspaceId, runId: Uuid], { failed: boolean }>(
  'select_whether_automation_run_failed',
  `select exists (
     select from automation_run_steps where workspace_id = $1 and run_id = $2 and outcome = 'failed'
   ) as failed`,
)

const refusals: Record<Exclude<Retried, 'retried'>, string> = {
  contact_erased: 'The contact of the run is erased, so it cannot be retried.',
  entered: 'The contact has another run in progress, and the automation allows only one at a time.',
}

/**
 * Resumes a failed run at the step that failed. Doing so again, while the run is under way, changes nothing.
 *
 * @param retainedSince the beginning of the workspace's retention
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function retryRun(
  tx: Transaction,
  { clock, versions, wakes }: Pick<AutomationDependencies, 'clock' | 'versions' | 'wakes'>,
  key: RunKey,
  retainedSince: Date,
): Promise<RunRow> {
  const { workspaceId, automationId } = key
  const [automation] = await keepAutomation(tx.sql, workspaceId, automationId)
  if (automation === undefined) throw new ApiError('not_found', 'No such automation.')
  const row = await lockRun(tx.sql, key, retainedSince)
  if (automation.status === 'archived') {
    throw new ApiError('invalid_state', 'The automation is archived, so its runs cannot be retried.')
  }
  if (row.status !== 'failed') {
    if (await isRetried(tx, row)) return row
    throw new ApiError('invalid_state', 'The run has not failed, so it cannot be retried.')
  }
  const retried = await retryLocked(
    tx.sql,
    { workspaceId, id: automationId },
    { runs: [row], versions, now: clock() },
  )
  const outcome = retried.get(row.id)
  if (outcome !== undefined && outcome !== 'retried') {
    throw new ApiError('invalid_state', refusals[outcome])
  }
  tx.afterCommit(wakes.automations)
  return lockRun(tx.sql, key, retainedSince)
}

/** Returns true if a run is under way again after it had failed. */
async function isRetried({ sql }: Transaction, row: RunRow): Promise<boolean> {
  if (row.ended_at !== null) return false
  const [found] = await selectFailed(sql, row.workspace_id, row.id)
  return found?.failed === true
}
