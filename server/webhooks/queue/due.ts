import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { waitingSubscriptions } from './waiting.js'

/** A subscription that has something due, and may have it sent. */
export interface DueSubscription {
  readonly workspaceId: Uuid
  readonly id: Uuid
  readonly url: string
  /** Whether manual deliveries, of tests and replays, are among it: the column `asked`. */
  readonly manual: boolean
  readonly others: boolean
}

interface DueRow {
  readonly workspace_id: Uuid
  readonly id: Uuid
  readonly url: string
  readonly manual: boolean
  readonly others: boolean
}

/** SQL: whether the delivery that is due first is due. To ask whether any is could read the whole queue. */
const isDue = (manual: boolean) => `coalesce((
         select due_at from webhook_queue
         where workspace_id = waiting.workspace_id and subscription_id = waiting.subscription_id and asked = ${manual}
         order by due_at limit 1
       ) <= now(), false)`

const selectDue = statement<[], DueRow>(
  'select_due_subscriptions',
  `with ${waitingSubscriptions}
   select waiting.workspace_id, waiting.subscription_id as id, subscription.url, due.manual, due.others
   from waiting cross join lateral (
     select url, enabled and deleted_at is null as active from webhook_subscriptions
     where workspace_id = waiting.workspace_id and id = waiting.subscription_id limit 1
   ) subscription cross join lateral (
     select ${isDue(true)} as manual, ${isDue(false)} as others
   ) due
   where subscription.active and (due.manual or due.others)
   order by waiting.workspace_id, waiting.subscription_id`,
)

/** The subscriptions that have something due and are enabled, sorted by workspace and id. */
export async function dueSubscriptions(db: Knex): Promise<DueSubscription[]> {
  const rows = await selectDue(db)
  return rows.map(({ workspace_id, ...row }) => ({ workspaceId: workspace_id, ...row }))
}
