import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement, statement } from '../../../platform/db/statements/statement.js'
import { countHeld, isHeld, type HeldCount } from '../../../platform/queue/holds/held.js'

/** Number of rows that one transaction changes, small enough that workers and requests don't wait for it. */
const batch = 1000

type Change = readonly [workspaceId: WorkspaceId, max: number]

/** SQL: the common table expression `chosen`, a batch of held rows of a queue. */
const chosen = (table: keyof typeof isHeld, id: string) => `chosen as (
     select ${id} from ${table} where workspace_id = $1 and ${isHeld[table]}
     limit $2 for update skip locked
   )`

const release = (table: keyof typeof isHeld, id: string) =>
  statement<Change, { id: Uuid }>(
    `release_held_${table}`,
    `with ${chosen(table, id)}
     update ${table} set due_at = held_due_at, held_due_at = null
     where workspace_id = $1 and ${id} = any(array(select ${id} from chosen))
     returning ${id} as id`,
  )
const releaseDeliveries = release('delivery_queue', 'log_id')
const releaseWebhooks = release('webhook_queue', 'delivery_id')

/** Ends held webhook deliveries as failed, so that they can be replayed. */
const endWebhooks = statement<Change, { id: Uuid }>(
  'drop_held_webhooks',
  `with ${chosen('webhook_queue', 'delivery_id')}, ended as (
     delete from webhook_queue
     where workspace_id = $1 and delivery_id = any(array(select delivery_id from chosen))
     returning delivery_id
   ), history as (
     update webhook_deliveries set ended_at = now(), gave_up = 'failed'
     where workspace_id = $1 and id = any(array(select delivery_id from ended))
   )
   select delivery_id as id from ended`,
)

const close = serviceStatement<[]>(
  'close_holds',
  'update queue_holds set released_at = now() where released_at is null and not holds_new',
)

/** Restores the former due time of held rows of these workspaces. Rows whose time has passed meanwhile go at once. */
export async function releaseHeld(db: Knex, workspaces: readonly WorkspaceId[]): Promise<HeldCount> {
  const released = {
    deliveries: await each(db, workspaces, releaseDeliveries),
    webhooks: await each(db, workspaces, releaseWebhooks),
  }
  await closeHolds(db)
  return released
}

/** Ends the held webhooks of these workspaces as failed. */
export function dropHeldWebhooks(db: Knex, workspaces: readonly WorkspaceId[]): Promise<number> {
  return each(db, workspaces, endWebhooks)
}

/** Closes the holds if nothing is held any more. Must be called after each release and drop. */
export async function closeHolds(db: Knex): Promise<void> {
  const left = await countHeld(db)
  if (left.deliveries + left.webhooks === 0) await close(db)
}

async function each(
  db: Knex,
  workspaces: readonly WorkspaceId[],
  change: (db: Knex, ...change: Change) => Promise<{ id: Uuid }[]>,
): Promise<number> {
  let sum = 0
  for (const workspaceId of workspaces) {
    let changed: number
    do {
      changed = (await change(db, workspaceId, batch)).length
      sum += changed
    } while (changed > 0)
  }
  return sum
}
