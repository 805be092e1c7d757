import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { PurgeBatch } from './batch.js'

/** Twice the time that health looks back on. */
const keptFor = '48 hours'

/** Totals are found by their subscription, and each one's old ones are together. */
const deleteOld = statement<[workspaceId: Uuid, max: number], { count: string }>(
  'delete_old_webhook_totals',
  `with gone as (
     delete from webhook_totals where ctid = any(array(
       select old.ctid
       from webhook_subscriptions subscription
       cross join lateral (
         select ctid from webhook_totals
         where workspace_id = $1 and subscription_id = subscription.id and hour < now() - interval '${keptFor}'
         order by hour limit $2
       ) old
       where subscription.workspace_id = $1
       limit $2))
     returning 1
   )
   select count(*) as count from gone`,
)

/** Purges a batch of the totals that nothing reads any more. */
export async function purgeWebhookTotals(
  trx: Knex,
  workspaceId: Uuid,
  max: number,
): Promise<PurgeBatch<true>> {
  const [gone] = await deleteOld(trx, workspaceId, max)
  const count = Number(gone?.count ?? 0)
  return { purged: { webhook_totals: count }, next: count < max ? null : true }
}
