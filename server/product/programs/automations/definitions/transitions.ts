import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { keepInUse } from '../../../workspace/projects/archived-projects.js'
import { lockAutomation, type AutomationKey, type AutomationRow } from '../rows.js'
import { changeAutomation, wrongStatus } from './change.js'
import { removeTriggers } from './triggers.js'

/**
 * Pauses an automation. Its runs are held as they become due, so that this costs the same with many of them.
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
 * Has a paused automation go on, with the runs that were held too.
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
  // A draft never had any run.
  if (row.status === 'draft') return changeAutomation(tx.sql, row, { status: 'archived' })
  tx.afterCommit(wakes.automations)
  return changeAutomation(tx.sql, row, { status: 'archived', due_at: tx.sql.fn.now(), lease: null })
}
