import type { Knex } from 'knex'
import { gather } from '../../../platform/db/statement.js'

export const webhookQueueStates = ['due', 'waiting', 'leased'] as const

/** How many deliveries of all workspaces are in each state. */
export type WebhookQueueCount = Readonly<Record<(typeof webhookQueueStates)[number], number>>

const selectCount = gather<[], Record<keyof WebhookQueueCount, string>>(
  'count_webhook_queue',
  `select count(*) filter (where due_at <= now() and active) as due,
     count(*) filter (where lease is null and (due_at > now() or not active)) as waiting,
     count(*) filter (where lease is not null and (due_at > now() or not active)) as leased
   from (
     select due_at, lease, enabled and deleted_at is null as active
     from webhook_queue queue
     join webhook_subscriptions subscription
       on subscription.workspace_id = queue.workspace_id and subscription.id = queue.webhook_id
   ) queue`,
)

/** Reads the whole queue, so not to be asked often. What waits for its disabled subscription is not due. */
export async function countWebhookQueue(db: Knex): Promise<WebhookQueueCount> {
  const [row] = await selectCount(db)
  if (row === undefined) throw new Error('an aggregate has no row')
  return { due: Number(row.due), waiting: Number(row.waiting), leased: Number(row.leased) }
}
