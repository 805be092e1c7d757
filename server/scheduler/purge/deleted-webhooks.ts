import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { PurgeBatch } from './batch.js'

/** A transaction that began before a subscription was deleted may still hand events on to it; none is as long as this. */
const settledAfter = '1 hour'

const deleteEmpty = statement<[workspaceId: Uuid, max: number], { count: string }>(
  'delete_empty_webhooks',
  `with empty as (
     select id from webhook_subscriptions subscription
     where workspace_id = $1 and deleted_at < now() - interval '${settledAfter}'
       and not exists (select from webhook_deliveries where workspace_id = $1 and subscription_id = subscription.id)
       and not exists (select from webhook_queue where workspace_id = $1 and subscription_id = subscription.id)
     limit $2
   ), secrets as (
     delete from webhook_secrets where workspace_id = $1 and subscription_id in (select id from empty)
   ), health as (
     delete from webhook_health where workspace_id = $1 and subscription_id in (select id from empty)
   ), totals as (
     delete from webhook_totals where workspace_id = $1 and subscription_id in (select id from empty)
   ), gone as (
     delete from webhook_subscriptions where workspace_id = $1 and id in (select id from empty) returning 1
   )
   select count(*) as count from gone`,
)

/** Purges a batch of the subscriptions that were deleted and have no delivery left, with all that belongs to them. */
export async function purgeDeletedWebhooks(
  trx: Knex,
  workspaceId: Uuid,
  max: number,
): Promise<PurgeBatch<true>> {
  const [gone] = await deleteEmpty(trx, workspaceId, max)
  const count = Number(gone?.count ?? 0)
  return { purged: { webhook_subscriptions: count }, next: count < max ? null : true }
}
