import { keepSegmentRules } from '../../audience/segments/rows.js'
import type { Transaction } from '../../db/transaction.js'
import { insertEvent } from '../../events/insert-event.js'
import { admitSchedule } from '../../messages/admit/schedule.js'
import type { Wakes } from '../../queue/wakes.js'
import { keepInUse } from '../../workspace/archived-projects.js'
import { changeCampaign, changedMeanwhile, isUnchanged, wrongStatus } from './change.js'
import { campaignEvent } from './events.js'
import { lockCampaign, type CampaignRow } from './rows.js'
import { lockUsed } from './save.js'

export const furthestDays = 365

/**
 * When a campaign is to start.
 *
 * @param given any offset; undefined is now
 * @throws ApiError 422 `schedule_out_of_range`, `validation_failed`
 */
export function startOf(given: string | undefined, now: Date): Date {
  return admitSchedule(given, '/body', now, furthestDays) ?? now
}

/** @throws ApiError 409 `invalid_state` where the campaign is neither a draft nor scheduled */
export function refuseSchedule(row: CampaignRow): void {
  if (row.status !== 'draft' && row.status !== 'scheduled') throw wrongStatus(row, 'be scheduled')
}

/** Whether it is scheduled for that time already. */
export function isScheduledFor(row: CampaignRow, start: Date): boolean {
  return row.status === 'scheduled' && row.scheduled_at?.getTime() === start.getTime()
}

/**
 * Schedules a campaign that was checked, with the version that was checked. One that another request has
 * scheduled for the same time meanwhile stays as it is.
 *
 * @param checked as it was then
 * @throws ApiError 404 `not_found`, 409 `invalid_state`, 422 `validation_failed`
 */
export async function scheduleCampaign(
  tx: Transaction,
  checked: CampaignRow,
  start: Date,
  version: number,
  wakes: Wakes,
): Promise<CampaignRow> {
  const row = await lockCampaign(tx.sql, checked.workspace_id, checked.id)
  if (isScheduledFor(row, start)) return row
  if (!isUnchanged(row, checked)) throw changedMeanwhile()
  await keepInUse(tx.sql, row.workspace_id, row.project_id)
  await keepSegmentRules(tx.sql, { workspaceId: row.workspace_id, projectId: row.project_id })
  await lockUsed(tx.sql, { ...row, template_version: version }, '')
  const scheduled = await changeCampaign(tx.sql, row, {
    status: 'scheduled',
    template_version: version,
    scheduled_at: start,
    due_at: start,
    lease: null,
  })
  await insertEvent(tx.sql, row.workspace_id, campaignEvent(scheduled, 'campaign.scheduled'))
  tx.afterCommit(wakes.programs)
  tx.afterCommit(wakes.webhooks)
  return scheduled
}
