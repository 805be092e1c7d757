import { databaseNow } from '../../../../platform/db/connection/database-clock.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../../platform/events/insert-event.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { retryUnrenderedOf } from '../../../mail/change/retry-unrendered.js'
import { keepInUse } from '../../../workspace/projects/archived-projects.js'
import { changeCampaign, wrongStatus, type CampaignKey } from '../draft/change.js'
import { campaignEvent } from '../events.js'
import { lockCampaign, type CampaignRow } from '../campaign-rows.js'
import { brakeBaseline, wakeAll } from './transitions.js'

/** The most recipients that one request tries again. */
const retriedAtMost = 10_000

/** Makes recipients pending whose mail was never made, and returns how many of them had failed for each reason. */
const retryRecipients = statement<
  [workspaceId: WorkspaceId, campaignId: Uuid, max: number],
  { reason: string | null; count: number }
>(
  'retry_campaign_recipients',
  `with failed as (
     select contact_id, reason from campaign_recipients
     where workspace_id = $1 and campaign_id = $2 and status = 'failed'
     order by contact_id limit $3
   ), changed as (
     update campaign_recipients recipient set status = 'pending', reason = null, detail = null
     from failed
     where recipient.workspace_id = $1 and recipient.campaign_id = $2 and recipient.contact_id = failed.contact_id
     returning failed.reason
   )
   select reason, count(*)::integer as count from changed group by reason`,
)

/**
 * Tries recipients again that failed before their mail was handed over. A campaign that was sent goes back to
 * sending.
 *
 * @returns the campaign, and the number of recipients that are tried again
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function retryCampaign(
  tx: Transaction,
  { workspaceId, id }: CampaignKey,
  wakes: Wakes,
): Promise<{ campaign: CampaignRow; retried: number }> {
  const row = await lockCampaign(tx.sql, workspaceId, id)
  if (row.status !== 'sent' && row.status !== 'sending' && row.status !== 'paused') {
    throw wrongStatus(row, 'be tried again')
  }
  // Failed mail is sent again. The project of a campaign that was sent may be archived by now.
  if (row.status === 'sent') await keepInUse(tx.sql, workspaceId, row.project_id)
  const reasons = row.failed === 0 ? [] : await retryRecipients(tx.sql, workspaceId, id, retriedAtMost)
  const recipients = reasons.reduce((sum, { count }) => sum + count, 0)
  const isPaused = row.status === 'paused'
  const mails = await retryUnrenderedOf(tx.sql, workspaceId, id, {
    max: retriedAtMost - recipients,
    isPaused,
  })
  const retried = recipients + mails
  if (retried === 0) return { campaign: row, retried }
  const isSent = row.status === 'sent'
  const { brake_failed: failed, ...baseline } = await brakeBaseline(tx, row)
  const campaign = await changeCampaign(tx.sql, row, {
    failed: row.failed - recipients,
    skip_reasons: lessReasons(row, reasons),
    ...(recipients > 0 && { phase: 'release', release_position: null }),
    ...(isSent && { ...baseline, status: 'sending', completed_at: null }),
    brake_failed: failed - recipients,
    ...(!isPaused && { due_at: await databaseNow(tx.sql), lease: null }),
  })
  if (isSent) await insertEvent(tx.sql, workspaceId, campaignEvent(campaign, 'campaign.resumed'))
  wakeAll(tx, wakes)
  return { campaign, retried }
}

/** Returns the counts by reason without the recipients that are tried again. */
function lessReasons(
  { skip_reasons }: CampaignRow,
  retried: readonly { readonly reason: string | null; readonly count: number }[],
): Record<string, number> {
  const left = { ...skip_reasons }
  for (const { reason, count } of retried) {
    if (reason === null) continue
    left[reason] = (left[reason] ?? 0) - count
    if ((left[reason] ?? 0) <= 0) delete left[reason]
  }
  return left
}
