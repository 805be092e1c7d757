import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { PurgeBatch } from './batch.js'

const selectOld = statement<[workspaceId: WorkspaceId, after: Uuid, below: Uuid, max: number], { id: Uuid }>(
  'select_old_webhook_deliveries',
  `select id from webhook_deliveries where workspace_id = $1 and id > $2 and id < $3 order by id limit $4`,
)

/** Deletes waiting deliveries of a subscription that gets no events any more, except those that a worker has leased. */
const deleteAbandoned = statement<
  [workspaceId: WorkspaceId, after: Uuid, below: Uuid, max: number],
  { id: Uuid }
>(
  'delete_abandoned_webhooks',
  `with going as (
     select delivery_id from webhook_queue queue
     where workspace_id = $1 and delivery_id > $2 and delivery_id < $3
       and not exists (
         select from webhook_subscriptions subscription
         where workspace_id = $1 and subscription.id = queue.webhook_id and enabled and deleted_at is null)
     order by delivery_id limit $4 for update skip locked
   ), gone as (
     delete from webhook_queue where workspace_id = $1 and delivery_id = any(array(select delivery_id from going))
     returning delivery_id
   )
   select delivery_id as id from gone order by delivery_id`,
)

/**
 * Purges a batch of what is queued, is older than `below`, and waits for a subscription that is disabled or deleted: it
 * would otherwise wait for ever, and keep its history.
 */
export async function purgeAbandonedWebhooks(
  trx: Knex,
  workspaceId: WorkspaceId,
  after: Uuid,
  below: Uuid,
  max: number,
): Promise<PurgeBatch> {
  const ids = await deleteAbandoned(trx, workspaceId, after, below, max)
  return { purged: { webhook_queue: ids.length }, next: ids.length < max ? null : (ids.at(-1)?.id ?? null) }
}

const selectQueued = statement<[workspaceId: WorkspaceId, first: Uuid, last: Uuid], { id: Uuid }>(
  'select_queued_webhooks',
  `select delivery_id as id from webhook_queue
   where workspace_id = $1 and delivery_id >= $2 and delivery_id <= $3`,
)

const deleteDeliveries = statement<
  [workspaceId: WorkspaceId, first: Uuid, last: Uuid, kept: readonly Uuid[]],
  { count: string }
>(
  'delete_webhook_deliveries',
  `with gone as (
     delete from webhook_deliveries
     where workspace_id = $1 and id >= $2 and id <= $3 and id <> all($4::uuid[]) returning 1
   )
   select count(*) as count from gone`,
)

/** Purges a batch of the deliveries that are older than `below`, but for what is yet to be sent. */
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
  const kept = (await selectQueued(trx, workspaceId, first, last)).map((row) => row.id)
  const [gone] = await deleteDeliveries(trx, workspaceId, first, last, kept)
  const purged = { webhook_deliveries: Number(gone?.count ?? 0) }
  return { purged, next: ids.length < max ? null : last }
}
