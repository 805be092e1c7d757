import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../../platform/events/insert-event.js'
import { admitSchedule } from '../../../messages/admit/schedule.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { keepInUse } from '../../../workspace/projects/archived-projects.js'
import { changeCampaign, changedMeanwhile, isUnchanged, wrongStatus } from './change.js'
import { campaignEvent } from '../events.js'
import { lockChecked, type Schedulable } from './schedulable.js'
import { lockCampaign, type CampaignRow } from '../campaign-rows.js'

export const furthestDays = 365

/**
 * Returns the time at which a campaign is to start.
 *
 * @param given the time with any offset; undefined for now
 * @throws ApiError 422 `schedule_out_of_range`, `validation_failed`
 */
export function startOf(given: string | undefined, now: Date): Date {
  return admitSchedule(given, '/body', now, furthestDays) ?? now
}

/**
 * Refuses to schedule a campaign that is neither a draft nor scheduled.
 *
 * @throws ApiError 409 `invalid_state`
 */
export function refuseSchedule(row: CampaignRow): void {
  if (row.status !== 'draft' && row.status !== 'scheduled') throw wrongStatus(row, 'be scheduled')
}

/** Returns true if the campaign is already scheduled for that time. */
export function isScheduledFor(row: CampaignRow, start: Date): boolean {
  return row.status === 'scheduled' && row.scheduled_at?.getTime() === start.getTime()
}

/**
 * Schedules a campaign with the result of its check. A campaign that is already scheduled for the same time, or that
 * another request has scheduled so meanwhile, stays as it is.
 *
 * @param before the campaign as it was before the transaction
 * @throws ApiError 404 `not_found`, 409 `invalid_state`, 422 `validation_failed`
 */
export async function scheduleCampaign(
  tx: Transaction,
  before: CampaignRow,
  {
    start,
    checked,
    wakes,
  }: {
    readonly start: Date
    /** The result of its check; undefined if it was scheduled for that time then. */
    readonly checked: Schedulable | undefined
    readonly wakes: Wakes
  },
): Promise<CampaignRow> {
  const row = await lockCampaign(tx.sql, before.workspace_id, before.id)
  if (isScheduledFor(row, start)) return row
  if (checked === undefined || !isUnchanged(row, before)) throw changedMeanwhile()
  await keepInUse(tx.sql, row.workspace_id, row.project_id)
  await lockChecked(tx.sql, row, checked, '')
  const scheduled = await changeCampaign(tx.sql, row, {
    status: 'scheduled',
    template_version: checked.version,
    scheduled_at: start,
    due_at: start,
    lease: null,
  })
  await insertEvent(tx.sql, row.workspace_id, campaignEvent(scheduled, 'campaign.scheduled'))
  tx.afterCommit(wakes.programs)
  tx.afterCommit(wakes.webhooks)
  return scheduled
}
