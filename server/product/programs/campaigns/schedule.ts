import type { Transaction } from '../../../platform/db/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { admitSchedule } from '../../messages/admit/schedule.js'
import type { Wakes } from '../../../platform/queue/wakes.js'
import { keepInUse } from '../../workspace/archived-projects.js'
import { changeCampaign, changedMeanwhile, isUnchanged, wrongStatus } from './change.js'
import { campaignEvent } from './events.js'
import { lockChecked } from './lock-used.js'
import { lockCampaign, type CampaignRow, type CampaignRules } from './rows.js'
import type { Knex } from 'knex'
import { refusedValue } from '../../../platform/http/errors.js'
import { checkContent } from './check-content.js'
import type { CampaignDependencies } from './dependencies.js'
import { senderOf, versionOf } from './render.js'
import { rulesOf } from './rules.js'
import { sampleAudience } from './sample.js'

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
 * Schedules a campaign that was checked, with what was checked. One that is scheduled for the same time already, or
 * that another request has scheduled so meanwhile, stays as it is.
 *
 * @param before the campaign as it was before the transaction
 * @param checked undefined where it was scheduled for that time then
 * @throws ApiError 404 `not_found`, 409 `invalid_state`, 422 `validation_failed`
 */
export async function scheduleCampaign(
  tx: Transaction,
  before: CampaignRow,
  start: Date,
  checked: Schedulable | undefined,
  wakes: Wakes,
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

/** As many contacts have their mail rendered before a campaign is scheduled. */
const sampled = 100

/** What a campaign was found to be sendable with. */
export interface Schedulable {
  /** The version that its mail is rendered from. */
  readonly version: number
  /** The rules of its segments. */
  readonly rules: CampaignRules
}

/**
 * Checks that a campaign can be sent: its template, its sender, its segments, and the mail of contacts of its
 * audience. It takes a while, so no transaction may be open; whether its list and segments are there still is
 * checked in the one that schedules it, and whether their rules are.
 *
 * @throws ApiError 422 `template_not_published`, `sender_domain_not_verified`, `segment_too_costly`,
 *   `template_render_failed`, `validation_failed`; 503 `unavailable`
 */
export async function checkSchedulable(
  dependencies: CampaignDependencies,
  db: Knex,
  row: CampaignRow,
): Promise<Schedulable> {
  const { senderRules, retention } = dependencies
  // A version that was pinned when it was scheduled before is not one that it names.
  const version = await versionOf(dependencies, row, row.version_named ? row.template_version : null)
  const { from_email: fromEmail } = senderOf(row, version)
  if (fromEmail === null) {
    throw refusedValue('/from_email', 'required', 'is required, since the template has no sender')
  }
  await senderRules.admitSender(row.workspace_id, row.environment, fromEmail)
  const rules = await rulesOf(db, row)
  const contacts = await sampleAudience(db, row, rules, await retention(row.workspace_id), sampled)
  await checkContent(dependencies, row, version, contacts)
  return { version: version.version, rules }
}
