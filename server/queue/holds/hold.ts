import type { Knex } from 'knex'
import { advisoryLocks } from '../../db/advisory-locks.js'
import { continueEventOrder } from '../../db/event-order.js'
import { gather, serviceStatement } from '../../db/statement.js'
import { migrationMs } from '../../db/time-limits.js'
import { inTransaction } from '../../db/transaction.js'
import type { Uuid } from '../../db/ids.js'

/**
 * A held start: what a restored database has in its queues was probably sent after its backup. So it is held,
 * that is due at infinity, until the operator releases or drops it. What is queued later goes as usual.
 *
 * Campaigns that were under way or were to start would go on beside it, so they are paused, and it is for each to
 * be resumed or cancelled: their deliveries wait as those of any paused campaign do, with `paused_due_at`, and
 * are not held. No event says so, since it would be one of a past that the receivers know better.
 *
 * Automations that were active are paused, too: their runs are where they were at the backup, so that they would take
 * steps again that they took after it.
 */

const begin = gather<[name: string], { name: string }>(
  'begin_hold',
  'insert into queue_holds (name) values ($1) on conflict (name) do nothing returning name',
)

const pauseCampaigns = gather<[]>(
  'pause_restored_campaigns',
  `update campaigns set status = 'paused', pause_reason = 'restored', due_at = null, lease = null, updated_at = now()
   where status in ('scheduled', 'sending')`,
)

/** At the time of the hold, by which it is told what was paused by it and not changed since. */
const pauseAutomations = gather<[]>(
  'pause_restored_automations',
  `update automations set status = 'paused', updated_at = now() where status = 'active'`,
)

/**
 * Leases are those of processes before the restore: what they had in flight is held, too. A paused campaign may
 * have had some in flight as well.
 */
const holdDeliveries = gather<[]>(
  'hold_delivery_queue',
  `update delivery_queue queue
   set paused_due_at = case when kept.paused then queue.due_at end,
     held_due_at = case when kept.paused then null else queue.due_at end,
     due_at = 'infinity', lease = null
   from (
     select waiting.workspace_id, waiting.log_id, campaign.id is not null as paused
     from delivery_queue waiting
     left join campaigns campaign
       on campaign.workspace_id = waiting.workspace_id and campaign.id = waiting.campaign_id
         and campaign.status = 'paused'
     where waiting.due_at < 'infinity'
   ) kept
   where queue.workspace_id = kept.workspace_id and queue.log_id = kept.log_id`,
)

const holdWebhooks = gather<[]>(
  'hold_webhook_queue',
  `update webhook_queue set held_due_at = due_at, due_at = 'infinity', lease = null where due_at < 'infinity'`,
)

/**
 * Holds everything that is queued, and pauses campaigns and automations, once for each name. Processes that start
 * together take turns, and each must call this before its workers and HTTP start: so nothing that one of them accepts
 * is held by another.
 *
 * @param name the name of the restore
 * @returns whether this call has held it; false if it was done before
 */
export async function holdQueues(db: Knex, name: string): Promise<boolean> {
  return inTransaction(
    db,
    async ({ sql }) => {
      await sql.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.hold])
      if ((await begin(sql, name)).length === 0) return false
      await pauseCampaigns(sql)
      await pauseAutomations(sql)
      await holdDeliveries(sql)
      await holdWebhooks(sql)
      await continueEventOrder(sql)
      return true
    },
    { maxMs: migrationMs },
  )
}

/** SQL: a row of this queue is held. Deliveries of paused campaigns are due at infinity, too, and are not. */
export const isHeld = {
  delivery_queue: `due_at = 'infinity' and paused_due_at is null`,
  webhook_queue: `due_at = 'infinity'`,
} as const

/** How much is held. */
export interface HeldCount {
  readonly deliveries: number
  readonly webhooks: number
}

const count = gather<[], { deliveries: string; webhooks: string }>(
  'count_held',
  `select (select count(*) from delivery_queue where ${isHeld.delivery_queue}) as deliveries,
     (select count(*) from webhook_queue where ${isHeld.webhook_queue}) as webhooks
   where exists (select from queue_holds where released_at is null)`,
)

/**
 * Counts what is held. It reads the queues only after a held start whose mail was not yet released or
 * dropped.
 */
export async function countHeld(db: Knex): Promise<HeldCount> {
  const [row] = await count(db)
  return { deliveries: Number(row?.deliveries ?? 0), webhooks: Number(row?.webhooks ?? 0) }
}

/** As many as a line of the log may name. */
const namedAtMost = 20

const selectCampaigns = gather<[], { id: Uuid; count: string }>(
  'select_restored_campaigns',
  `select id, count(*) over () as count from campaigns where status = 'paused' and pause_reason = 'restored'
   order by id limit ${namedAtMost}`,
)

/** As text, which has the microseconds. */
const selectHeldStarts = serviceStatement<[], { held_at: string }>(
  'select_held_starts',
  'select held_at::text from queue_holds',
)

const selectAutomations = gather<[heldAt: readonly string[]], { id: Uuid; count: string }>(
  'select_restored_automations',
  `select id, count(*) over () as count from automations
   where status = 'paused' and updated_at = any($1::timestamptz[])
   order by id limit ${namedAtMost}`,
)

/** What waits since a held start: how many there are, and which the first of them are. */
export interface Restored {
  readonly count: number
  readonly first: readonly Uuid[]
}

/** The campaigns that wait since a held start. */
export async function restoredCampaigns(db: Knex): Promise<Restored> {
  return restored(await selectCampaigns(db))
}

/** The automations that a held start has paused, and that nobody has changed since. */
export async function restoredAutomations(db: Knex): Promise<Restored> {
  const starts = await selectHeldStarts(db)
  return restored(
    await selectAutomations(
      db,
      starts.map(({ held_at: at }) => at),
    ),
  )
}

function restored(rows: readonly { readonly id: Uuid; readonly count: string }[]): Restored {
  return { count: Number(rows[0]?.count ?? 0), first: rows.map(({ id }) => id) }
}
