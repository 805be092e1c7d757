import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { keepInUse } from '../../../workspace/projects/archived-projects.js'
import { lockAutomation, type AutomationKey, type AutomationRow } from '../automation-rows.js'
import { changeAutomation, wrongStatus } from './change.js'
import { removeTriggers } from './triggers.js'

/**
 * Pauses an automation. A run of it is held when it becomes due, so that pausing costs the same with many runs.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function pauseAutomation({ sql }: Transaction, key: AutomationKey): Promise<AutomationRow> {
  const row = await lockAutomation(sql, key)
  if (row.status === 'paused') return row
  if (row.status !== 'active') throw wrongStatus(row, 'be paused')
  return changeAutomation(sql, row, { status: 'paused' })
}

/**
 * Resumes a paused automation, including the runs that were held.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function resumeAutomation(
  tx: Transaction,
  key: AutomationKey,
  wakes: Wakes,
): Promise<AutomationRow> {
  const row = await lockAutomation(tx.sql, key)
  if (row.status === 'active') return row
  if (row.status !== 'paused') throw wrongStatus(row, 'be resumed')
  await keepInUse(tx.sql, key.workspaceId, row.project_id)
  tx.afterCommit(wakes.automations)
  return changeAutomation(tx.sql, row, { status: 'active' })
}

/**
 * Ends an automation for good. Its runs are cancelled in the background.
 *
 * @throws ApiError 404 `not_found`
 */
export async function archiveAutomation(
  tx: Transaction,
  key: AutomationKey,
  wakes: Wakes,
): Promise<AutomationRow> {
  const row = await lockAutomation(tx.sql, key)
  if (row.status === 'archived') return row
  await removeTriggers(tx.sql, row)
  // A draft has never had a run.
  if (row.status === 'draft') return changeAutomation(tx.sql, row, { status: 'archived' })
  tx.afterCommit(wakes.automations)
  return changeAutomation(tx.sql, row, { status: 'archived', due_at: tx.sql.fn.now(), lease: null })
}
