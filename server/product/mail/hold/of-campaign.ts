import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { countEach } from '../../../platform/statistics/count.js'

/**
 * The deliveries of a campaign that is paused, resumed or cancelled. At most 20,000 of a campaign are in the
 * queue at once, so each of these is one statement. Change the campaign's row first, in the same transaction:
 * a worker that puts a delivery back reads the campaign's status under a lock on that row, so that it sees
 * the change, or its put-back is seen here.
 */

/** SQL: a delivery that a worker has in hand. */
const inFlight = "lease is not null and due_at > now() and due_at < 'infinity'"

type OfCampaign = readonly [workspaceId: WorkspaceId, campaignId: Uuid]

const hold = statement<OfCampaign>(
  'hold_campaign_deliveries',
  `update delivery_queue set paused_due_at = due_at, due_at = 'infinity', lease = null
   where workspace_id = $1 and campaign_id = $2 and due_at < 'infinity' and (lease is null or due_at <= now())`,
)

const countInFlight = statement<OfCampaign, { count: number }>(
  'count_campaign_deliveries_in_flight',
  `select count(*)::int as count from delivery_queue
   where workspace_id = $1 and campaign_id = $2 and ${inFlight}`,
)

const release = statement<OfCampaign>(
  'release_campaign_deliveries',
  `update delivery_queue set due_at = greatest(paused_due_at, now()), paused_due_at = null
   where workspace_id = $1 and campaign_id = $2 and paused_due_at is not null`,
)

const cancel = statement<OfCampaign>(
  'cancel_campaign_deliveries',
  `with ended as (
     delete from delivery_queue where workspace_id = $1 and campaign_id = $2 and not (${inFlight})
     returning log_id
   ), cancelled as (
     update message_logs set status = 'cancelled', next_attempt_at = null, updated_at = now()
     where workspace_id = $1 and id = any(array(select log_id from ended))
     returning project_id, category, recipient
   ), ${countEach('cancelled', 'cancelled')}
   select`,
)

/**
 * Keeps the campaign's deliveries from being claimed until they are released. Those that a worker has in hand
 * are finished.
 *
 * @returns how many a worker has in hand
 */
export async function holdDeliveries(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
): Promise<number> {
  await hold(trx, workspaceId, campaignId)
  return deliveriesInFlight(trx, workspaceId, campaignId)
}

/** Gives the campaign's held deliveries their former due time, or now where that has passed. */
export async function releaseHeld(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
): Promise<void> {
  await release(trx, workspaceId, campaignId)
}

/**
 * Ends the campaign's deliveries as cancelled, held ones included. Those that a worker has in hand are
 * finished.
 *
 * @returns how many a worker has in hand
 */
export async function cancelDeliveries(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
): Promise<number> {
  await cancel(trx, workspaceId, campaignId)
  return deliveriesInFlight(trx, workspaceId, campaignId)
}

/** How many of the campaign's deliveries a worker has in hand. */
export async function deliveriesInFlight(
  db: Knex,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
): Promise<number> {
  const [counted] = await countInFlight(db, workspaceId, campaignId)
  return counted?.count ?? 0
}
