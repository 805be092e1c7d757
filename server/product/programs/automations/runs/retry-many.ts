import { nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { AutomationDependencies } from '../dependencies.js'
import { lockAutomation, type AutomationKey, type AutomationRow } from '../automation-rows.js'
import { countFailed, type RetryFilter } from './failed-runs.js'

/** Begins a retry. If there is nothing to retry, the retry is over at once. */
const begin = statement<
  [workspaceId: WorkspaceId, id: Uuid, filter: string, requestedAt: Date, total: number],
  AutomationRow
>(
  'begin_retry_of_automation_runs',
  `update automations set retry_filter = $3, retry_requested_at = $4, retry_position = null, retry_total = $5,
     retry_retried = 0, retry_skipped = 0, retry_completed_at = case when $5 = 0 then $4::timestamptz end,
     due_at = case when $5 > 0 then (select now()) else due_at end
   where workspace_id = $1 and id = $2
   returning *`,
)

/**
 * Begins to retry the failed runs of an automation, in the background.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function retryRuns(
  tx: Transaction,
  { clock, wakes }: Pick<AutomationDependencies, 'clock' | 'wakes'>,
  key: AutomationKey,
  filter: RetryFilter,
): Promise<AutomationRow> {
  const row = await lockAutomation(tx.sql, key)
  if (row.status === 'archived') {
    throw new ApiError('invalid_state', 'The automation is archived, so its runs cannot be retried.')
  }
  if (row.retry_requested_at !== null && row.retry_completed_at === null) {
    throw new ApiError('invalid_state', 'A retry of its runs is in progress. Wait until it has ended.')
  }
  const total = await countFailed(tx.sql, [key.workspaceId, key.id, nilUuid], filter)
  const [begun] = await begin(tx.sql, key.workspaceId, key.id, JSON.stringify(filter), clock(), total)
  if (begun === undefined) throw new Error('an automation that was locked is gone')
  tx.afterCommit(wakes.programs)
  return begun
}
