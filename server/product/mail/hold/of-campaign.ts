import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { cancelling, isInFlight, isNotInFlight, isPaused, pause, resume } from '../queue-row.js'

/**
 * Names a campaign that is paused, resumed or cancelled, for changes of its deliveries. At most 20,000 of a campaign
 * are in the queue at once, so each change is one statement. Change the campaign's row first, in the same
 * transaction: a worker that puts a delivery back reads the campaign's status under a lock on that row, so that
 * either it sees the change, or the change sees the delivery.
 */

type OfCampaign = readonly [workspaceId: WorkspaceId, campaignId: Uuid]

const hold = statement<OfCampaign>(
  'hold_campaign_deliveries',
  `update delivery_queue set ${pause}
   where workspace_id = $1 and campaign_id = $2 and due_at < 'infinity' and ${isNotInFlight}`,
)

const countInFlight = statement<OfCampaign, { count: number }>(
  'count_campaign_deliveries_in_flight',
  `select count(*)::int as count from delivery_queue
   where workspace_id = $1 and campaign_id = $2 and ${isInFlight}`,
)

const release = statement<OfCampaign>(
  'release_campaign_deliveries',
  `update delivery_queue set ${resume}
   where workspace_id = $1 and campaign_id = $2 and ${isPaused}`,
)

const cancel = statement<OfCampaign>(
  'cancel_campaign_deliveries',
  `with ${cancelling(`campaign_id = $2 and ${isNotInFlight}`)}
   select`,
)

/**
 * Keeps the campaign's deliveries from being claimed until they are released. Workers finish those that they have in
 * hand.
 *
 * @returns how many deliveries workers have in hand
 */
export async function holdDeliveries(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
): Promise<number> {
  await hold(trx, workspaceId, campaignId)
  return deliveriesInFlight(trx, workspaceId, campaignId)
}

/** Restores the former due time of the campaign's held deliveries, or makes them due now if it has passed. */
export async function releaseHeld(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
): Promise<void> {
  await release(trx, workspaceId, campaignId)
}

/**
 * Ends the campaign's deliveries as cancelled, held ones included. Workers finish those that they have in hand.
 *
 * @returns how many deliveries workers have in hand
 */
export async function cancelDeliveries(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
): Promise<number> {
  await cancel(trx, workspaceId, campaignId)
  return deliveriesInFlight(trx, workspaceId, campaignId)
}

/** Returns how many of the campaign's deliveries workers have in hand. */
export async function deliveriesInFlight(
  db: Knex,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
): Promise<number> {
  const [counted] = await countInFlight(db, workspaceId, campaignId)
  return counted?.count ?? 0
}
