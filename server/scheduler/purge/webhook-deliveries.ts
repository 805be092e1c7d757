import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { PurgeBatch } from './batch.js'

const selectOld = statement<[workspaceId: WorkspaceId, after: Uuid, below: Uuid, max: number], { id: Uuid }>(
  'select_old_webhook_deliveries',
  `select id from webhook_deliveries where workspace_id = $1 and id > $2 and id < $3 order by id limit $4`,
)

/**
 * What still waits stays where something may be sent to its subscription, or where a worker holds its row;
 * what goes is locked, so that no worker claims it.
 */
const selectWaiting = statement<[workspaceId: WorkspaceId, first: Uuid, last: Uuid], { id: Uuid }>(
  'select_waiting_webhooks',
  `with going as (
     select delivery_id from webhook_queue queue
     where workspace_id = $1 and delivery_id >= $2 and delivery_id <= $3
       and not exists (
         select from webhook_subscriptions subscription
         where workspace_id = $1 and subscription.id = queue.webhook_id and enabled and deleted_at is null)
     for update skip locked
   )
   select delivery_id as id from webhook_queue
   where workspace_id = $1 and delivery_id >= $2 and delivery_id <= $3
     and delivery_id not in (select delivery_id from going)`,
)

const deleteDeliveries = statement<
  [workspaceId: WorkspaceId, first: Uuid, last: Uuid, kept: readonly Uuid[]],
  Record<'webhook_queue' | 'webhook_deliveries', string>
>(
  'delete_webhook_deliveries',
  `with queue as (
     delete from webhook_queue
     where workspace_id = $1 and delivery_id >= $2 and delivery_id <= $3 and delivery_id <> all($4::uuid[]) returning 1
   ), gone as (
     delete from webhook_deliveries
     where workspace_id = $1 and id >= $2 and id <= $3 and id <> all($4::uuid[]) returning 1
   )
   select (select count(*) from queue) as webhook_queue, (select count(*) from gone) as webhook_deliveries`,
)

/**
 * Purges a batch of the deliveries that are older than `below`. What waits for a subscription that is
 * disabled or deleted goes as well: it would otherwise wait for ever.
 */
export async function purgeWebhookDeliveries(
  trx: Knex,
  workspaceId: WorkspaceId,
  after: Uuid,
  below: Uuid,
  max: number,
): Promise<PurgeBatch> {
  const ids = (await selectOld(trx, workspaceId, after, below, max)).map((row) => row.id)
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return { purged: {}, next: null }
  const kept = (await selectWaiting(trx, workspaceId, first, last)).map((row) => row.id)
  const [counts] = await deleteDeliveries(trx, workspaceId, first, last, kept)
  const purged = {
    webhook_queue: Number(counts?.webhook_queue ?? 0),
    webhook_deliveries: Number(counts?.webhook_deliveries ?? 0),
  }
  return { purged, next: ids.length < max ? null : last }
}
