import { keepSegmentRules } from '../../../audience/segments/segment-rows.js'
import { newUuid, toTypeId } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../../platform/events/insert-event.js'
import { ApiError, validationFailed } from '../../../../platform/http/errors/api-error.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { keepInUse } from '../../../workspace/projects/archived-projects.js'
import { findVersion, lockAutomation, type AutomationKey, type AutomationRow } from '../automation-rows.js'
import { changeAutomation, wrongStatus } from './change.js'
import { mistakesInNamed } from './look-up.js'
import { namedIn } from './named.js'
import { replaceTriggers } from './triggers.js'

/** The most mistakes that the contract shows at once. */
const shownAtMost = 20

/**
 * Returns true if publishing a version would change anything.
 *
 * @throws ApiError 409 `invalid_state`
 */
export function changesVersion(row: AutomationRow, version: number): boolean {
  if (row.status === 'archived') throw wrongStatus(row, 'be published')
  return row.published_version !== version
}

/**
 * Makes new runs follow a version, and records `automation.published`. Publishing the published version changes
 * nothing.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`, 422 `validation_failed` if something that it names no longer
 *   exists
 */
export async function publishVersion(
  tx: Transaction,
  key: AutomationKey,
  {
    version,
    wasChecked,
    wakes,
  }: {
    readonly version: number
    /** True if its mails were checked, before the transaction. */
    readonly wasChecked: boolean
    readonly wakes: Wakes
  },
): Promise<AutomationRow> {
  const before = await lockAutomation(tx.sql, key)
  if (!changesVersion(before, version)) return before
  if (!wasChecked) throw new ApiError('invalid_state', 'The automation was changed meanwhile. Try again.')
  if (before.status === 'draft') await keepInUse(tx.sql, key.workspaceId, before.project_id)
  const { definition, published_at } = await findVersion(tx.sql, key, version)
  const place = { workspaceId: key.workspaceId, projectId: before.project_id }
  await keepSegmentRules(tx.sql, place)
  const mistakes = await mistakesInNamed(tx.sql, place, namedIn(definition, ''))
  if (mistakes.length > 0) throw validationFailed(mistakes.slice(0, shownAtMost))
  const row = await changeAutomation(tx.sql, before, {
    published_version: version,
    ...(before.status === 'draft' && { status: 'active' as const }),
  })
  if (published_at === null) {
    await tx
      .sql('automation_versions')
      .where({ workspace_id: key.workspaceId, automation_id: key.id, version })
      .update({ published_at: row.updated_at })
  }
  await replaceTriggers(tx.sql, row, definition.trigger)
  await insertEvent(tx.sql, key.workspaceId, {
    id: newUuid(),
    projectId: row.project_id,
    environment: row.environment,
    type: 'automation.published',
    data: {
      automation_id: toTypeId('aut', row.id),
      name: row.name,
      version,
      previous_version: before.published_version,
    },
  })
  tx.afterCommit(wakes.webhooks)
  return row
}
