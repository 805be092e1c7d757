import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { gather, statement } from '../../../platform/db/statements/statement.js'
import { unsentAttempt } from '../outcome.js'

/** Number of deliveries that one transaction ends, small enough that nobody waits long for it. */
const sweptTogether = 1000

/**
 * Selects the deleted subscriptions, which are few, that have deliveries waiting. It starts from the deleted ones
 * because subscriptions with waiting deliveries are many.
 */
const selectDeleted = gather<[], { workspace_id: WorkspaceId; id: Uuid }>(
  'select_deleted_webhooks_in_queue',
  `select deleted.workspace_id, deleted.id
   from webhook_subscriptions deleted cross join lateral (
     select workspace_id, webhook_id from webhook_queue
     where (workspace_id, webhook_id) >= (deleted.workspace_id, deleted.id)
     order by workspace_id, webhook_id limit 1
   ) next
   where deleted.deleted_at is not null
     and (next.workspace_id, next.webhook_id) = (deleted.workspace_id, deleted.id)`,
)

/**
 * Ends a batch of deliveries, except those in flight, which are left to their worker. The next sweep sees those that
 * the worker puts back.
 */
const sweepSome = statement<
  [workspaceId: WorkspaceId, subscriptionId: Uuid, max: number, attempt: string],
  { id: Uuid }
>(
  'sweep_webhooks',
  `with chosen as (
     select delivery_id from webhook_queue
     where workspace_id = $1 and webhook_id = $2 and (lease is null or due_at <= now())
     limit $3 for update skip locked
   ), ended as (
     delete from webhook_queue
     where workspace_id = $1 and delivery_id = any(array(select delivery_id from chosen))
     returning delivery_id
   ), history as (
     update webhook_deliveries
     set ended_at = now(), gave_up = 'failed', attempts = attempts || jsonb_build_array($4::jsonb)
     where workspace_id = $1 and id = any(array(select delivery_id from ended))
   )
   select delivery_id as id from ended`,
)

/**
 * Ends the deliveries that wait for deleted subscriptions, in batches. Several processes may sweep at once.
 *
 * @param isStopping returns whether to stop before the next batch
 * @returns how many deliveries it has ended
 */
export async function sweepDeleted(db: Knex, isStopping: () => boolean = () => false): Promise<number> {
  const attempt = JSON.stringify(unsentAttempt('subscription_deleted', 'The subscription was deleted.'))
  let sum = 0
  for (const { workspace_id, id } of await selectDeleted(db)) {
    let swept: number
    do {
      if (isStopping()) return sum
      swept = (await sweepSome(db, workspace_id, id, sweptTogether, attempt)).length
      sum += swept
    } while (swept === sweptTogether)
  }
  return sum
}
