import { databaseNow } from '../../../../platform/db/connection/database-clock.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { insertEvent } from '../../../../platform/events/insert-event.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { changeCampaign, wrongStatus, type CampaignChanges, type CampaignKey } from '../draft/change.js'
import { failedBeforeHandOver } from '../release/brake.js'
import { campaignEvent } from '../events.js'
import { cancelDeliveries, deliveriesInFlight, releaseHeld } from '../../../mail/hold/of-campaign.js'
import { pauseCampaign } from './pause.js'
import { lockCampaign, type CampaignRow } from '../campaign-rows.js'

/** A campaign that was stopped, and the number of its deliveries that a worker has in flight. */
export interface Stopped {
  readonly campaign: CampaignRow
  readonly inFlight: number
}

/**
 * Makes a scheduled campaign a draft again. If the campaign did not name the version of its template itself, the
 * version is no longer fixed.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function unscheduleCampaign(
  tx: Transaction,
  { workspaceId, id }: CampaignKey,
): Promise<CampaignRow> {
  const row = await lockCampaign(tx.sql, workspaceId, id)
  if (row.status === 'draft') return row
  if (row.status !== 'scheduled') throw wrongStatus(row, 'be unscheduled')
  return changeCampaign(tx.sql, row, {
    status: 'draft',
    scheduled_at: null,
    due_at: null,
    lease: null,
    ...(!row.version_named && { template_version: null }),
  })
}

/**
 * Pauses a campaign that is being sent. A campaign that is already paused keeps its reason.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function pauseByHand(
  tx: Transaction,
  { workspaceId, id }: CampaignKey,
  wakes: Wakes,
): Promise<Stopped> {
  const row = await lockCampaign(tx.sql, workspaceId, id)
  if (row.status === 'sending') return pauseCampaign(tx, row, 'manual', wakes)
  if (row.status !== 'paused') throw wrongStatus(row, 'be paused')
  return { campaign: row, inFlight: await deliveriesInFlight(tx.sql, workspaceId, id) }
}

/**
 * Resumes a paused campaign. A campaign that has never started starts now, whatever its time was.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function resumeCampaign(
  tx: Transaction,
  { workspaceId, id }: CampaignKey,
  wakes: Wakes,
): Promise<CampaignRow> {
  const row = await lockCampaign(tx.sql, workspaceId, id)
  const now = await databaseNow(tx.sql)
  // The campaign was resumed, and is about to start.
  const isStarting = row.status === 'scheduled' && row.scheduled_at !== null && row.scheduled_at <= now
  if (row.status === 'sending' || isStarting) return row
  if (row.status !== 'paused') throw wrongStatus(row, 'be resumed')
  const going: CampaignChanges =
    row.phase === null
      ? { status: 'scheduled', scheduled_at: now }
      : { status: 'sending', ...(await brakeBaseline(tx, row)) }
  const resumed = await changeCampaign(tx.sql, row, {
    ...going,
    pause_reason: null,
    due_at: now,
    lease: null,
  })
  await releaseHeld(tx.sql, workspaceId, id)
  await insertEvent(tx.sql, workspaceId, campaignEvent(resumed, 'campaign.resumed'))
  wakeAll(tx, wakes)
  return resumed
}

/**
 * Cancels a campaign before its mail is sent.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function cancelCampaign(
  tx: Transaction,
  { workspaceId, id }: CampaignKey,
  wakes: Wakes,
): Promise<Stopped> {
  const row = await lockCampaign(tx.sql, workspaceId, id)
  if (row.status === 'cancelled') {
    return { campaign: row, inFlight: await deliveriesInFlight(tx.sql, workspaceId, id) }
  }
  if (row.status === 'draft' || row.status === 'sent') throw wrongStatus(row, 'be cancelled')
  const campaign = await changeCampaign(tx.sql, row, {
    status: 'cancelled',
    pause_reason: null,
    completed_at: new Date(),
    due_at: null,
    lease: null,
  })
  const inFlight = await cancelDeliveries(tx.sql, workspaceId, id)
  await insertEvent(tx.sql, workspaceId, campaignEvent(campaign, 'campaign.cancelled'))
  tx.afterCommit(wakes.webhooks)
  return { campaign, inFlight }
}

/** Wakes everything that sends the campaign and delivers its events. */
export function wakeAll(tx: Transaction, wakes: Wakes): void {
  tx.afterCommit(wakes.programs)
  tx.afterCommit(wakes.delivery)
  tx.afterCommit(wakes.webhooks)
}

/** The outcomes that no longer count against a campaign. */
export type BrakeBaseline = Required<
  Pick<CampaignChanges, 'brake_settled' | 'brake_bounced' | 'brake_complained' | 'brake_failed'>
>

const sumOutcomes = statement<[workspaceId: WorkspaceId, campaignId: Uuid], BrakeBaseline>(
  'sum_campaign_outcomes',
  `select total.*, ${failedBeforeHandOver('campaign')} as brake_failed
   from campaigns campaign cross join (
     select coalesce(sum(delivered + bounced), 0)::integer as brake_settled,
       coalesce(sum(bounced), 0)::integer as brake_bounced,
       coalesce(sum(complained), 0)::integer as brake_complained
     from campaign_hours where workspace_id = $1 and campaign_id = $2
   ) total
   where workspace_id = $1 and id = $2`,
)

/** Returns the outcomes counted so far, which do not count against a campaign that goes on. */
export async function brakeBaseline(
  { sql }: Transaction,
  { workspace_id: workspaceId, id }: Pick<CampaignRow, 'workspace_id' | 'id'>,
): Promise<BrakeBaseline> {
  const [baseline] = await sumOutcomes(sql, workspaceId, id)
  if (baseline === undefined) throw new Error('a campaign that was locked is gone')
  return baseline
}
