import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { cancelling } from '../queue-row.js'

/**
 * Handles deliveries that were claimed although their campaign is paused or cancelled: their lease ended after the
 * campaign was stopped, or a deferred attempt put them back into the queue.
 */

/** A delivery that a worker has claimed. */
export interface LeasedDelivery {
  readonly logId: Uuid
  readonly campaignId: Uuid | null
  readonly lease: Uuid
}

/**
 * Holds claimed deliveries. Their campaign may be resumed meanwhile. `for share` waits for that and sees its outcome:
 * deliveries of a resumed campaign are due again.
 */
const hold = statement<[workspaceId: WorkspaceId, logIds: Uuid[], campaignIds: Uuid[], lease: Uuid]>(
  'hold_leased_deliveries',
  `with campaign as materialized (
     select id, status = 'paused' as paused from campaigns
     where workspace_id = $1 and id = any($3::uuid[]) order by id for share
   )
   update delivery_queue queue set lease = null,
     due_at = case when campaign.paused then 'infinity' else (select now()) end,
     paused_due_at = case when campaign.paused then (select now()) end
   from unnest($2::uuid[]) as given (log_id), campaign
   where queue.workspace_id = $1 and queue.log_id = given.log_id and queue.campaign_id = campaign.id
     and queue.lease = $4`,
)

/** Puts claimed deliveries of paused campaigns back, to wait until the campaigns are resumed. */
export async function holdLeased(
  db: Knex,
  workspaceId: WorkspaceId,
  deliveries: readonly LeasedDelivery[],
): Promise<void[]> {
  const campaigns = new Set(deliveries.flatMap(({ campaignId }) => campaignId ?? []))
  await hold(db, workspaceId, logIdsOf(deliveries), [...campaigns], leaseOf(deliveries))
  return deliveries.map(() => undefined)
}

/**
 * Cancels claimed deliveries. The array is selected, so that each row is found by its key, whatever the planner
 * assumes about the table's size.
 */
const cancel = statement<[workspaceId: WorkspaceId, logIds: Uuid[], lease: Uuid]>(
  'cancel_leased_deliveries',
  `with ${cancelling('log_id = any(array(select unnest($2::uuid[]))) and lease = $3')}
   select`,
)

/** Ends claimed deliveries of cancelled campaigns. The campaign's own event covers them. */
export async function cancelLeased(
  db: Knex,
  workspaceId: WorkspaceId,
  deliveries: readonly LeasedDelivery[],
): Promise<void[]> {
  await cancel(db, workspaceId, logIdsOf(deliveries), leaseOf(deliveries))
  return deliveries.map(() => undefined)
}

function logIdsOf(deliveries: readonly LeasedDelivery[]): Uuid[] {
  return deliveries.map(({ logId }) => logId)
}

/** Returns the lease of deliveries; all of a worker's claims show the same one. */
function leaseOf([first]: readonly LeasedDelivery[]): Uuid {
  if (first === undefined) throw new Error('no delivery was given')
  return first.lease
}
