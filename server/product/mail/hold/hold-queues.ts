import type { Knex } from 'knex'
import { advisoryLocks } from '../../../platform/db/transaction/advisory-locks.js'
import { continueEventOrder } from '../../../platform/db/event-order.js'
import { gather, serviceStatement, statement } from '../../../platform/db/statements/statement.js'
import { migrationMs } from '../../../platform/db/connection/time-limits.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { workspacesWith, type WorkspacesWith } from '../../../platform/db/statements/workspaces-with.js'

/**
 * Begins a held start: most of what a restored database has in its queues was probably sent after its backup. So it
 * is held, which means that it is due at infinity, until the operator releases or drops it. Later additions to the
 * queues go as usual.
 *
 * Campaigns that were under way or were to start would go on, so they are paused, and each has to be resumed or
 * cancelled: their deliveries wait like those of any paused campaign, with `paused_due_at`, and are not held. No
 * event says so, since it would belong to a past that the receivers know better.
 *
 * Automations that were active are paused, too: their runs are where they were at the backup, so they would repeat
 * steps that they took after it.
 */

const begin = serviceStatement<[name: string, holdsNew: boolean], { name: string }>(
  'begin_hold',
  'insert into queue_holds (name, holds_new) values ($1, $2) on conflict (name) do nothing returning name',
)

type Change = (db: Knex, workspaceId: WorkspaceId) => Promise<void[]>

const pauseCampaigns: Change = statement<[workspaceId: WorkspaceId]>(
  'pause_restored_campaigns',
  `update campaigns set status = 'paused', pause_reason = 'restored', due_at = null, lease = null, updated_at = now()
   where workspace_id = $1 and status in ('scheduled', 'sending')`,
)

/**
 * Pauses automations with the time of the hold, by which those are recognized that it paused and nobody has changed
 * since.
 */
const pauseAutomations: Change = statement<[workspaceId: WorkspaceId]>(
  'pause_restored_automations',
  `update automations set status = 'paused', updated_at = now() where workspace_id = $1 and status = 'active'`,
)

/**
 * Holds deliveries. Leases belong to processes before the restore, so their deliveries in flight are held, too. A
 * paused campaign may have had some in flight as well.
 */
const holdDeliveries: Change = statement<[workspaceId: WorkspaceId]>(
  'hold_delivery_queue',
  `update delivery_queue queue
   set paused_due_at = case when kept.paused then queue.due_at end,
     held_due_at = case when kept.paused then null else queue.due_at end,
     due_at = 'infinity', lease = null
   from (
     select waiting.log_id, campaign.id is not null as paused
     from delivery_queue waiting
     left join campaigns campaign
       on campaign.workspace_id = $1 and campaign.id = waiting.campaign_id and campaign.status = 'paused'
     where waiting.workspace_id = $1 and waiting.due_at < 'infinity'
   ) kept
   where queue.workspace_id = $1 and queue.log_id = kept.log_id`,
)

const holdWebhooks: Change = statement<[workspaceId: WorkspaceId]>(
  'hold_webhook_queue',
  `update webhook_queue set held_due_at = due_at, due_at = 'infinity', lease = null
   where workspace_id = $1 and due_at < 'infinity'`,
)

const withDeliveries = workspacesWith<unknown>('delivery_queue', 'log_id')

/** Holds the deliveries of all workspaces that are queued now. */
export async function holdDeliveriesOfAll(sql: Knex): Promise<void> {
  for (const workspaceId of await allWorkspaces(sql, withDeliveries)) await holdDeliveries(sql, workspaceId)
}

/** Number of workspaces that are looked up together. */
const lookedUpTogether = 1000

/**
 * Changes that begin a hold, each with the workspaces that it concerns. They run in this order, because a delivery is
 * held or paused according to its campaign.
 */
const changes: readonly [find: WorkspacesWith<unknown>, change: Change][] = [
  [workspacesWith('campaigns', 'id'), pauseCampaigns],
  [workspacesWith('automations', 'id'), pauseAutomations],
  [withDeliveries, holdDeliveries],
  [workspacesWith('webhook_queue', 'delivery_id'), holdWebhooks],
]

async function allWorkspaces(sql: Knex, find: WorkspacesWith<unknown>): Promise<WorkspaceId[]> {
  const found: WorkspaceId[] = []
  for (let after: Uuid = nilUuid; ;) {
    const page = await find(sql, after, lookedUpTogether)
    found.push(...page.map(({ id }) => id))
    if (page.length < lookedUpTogether) return found
    after = page.at(-1)?.id ?? after
  }
}

/**
 * Holds everything that is queued, and pauses campaigns and automations, once for each name. It goes from workspace
 * to workspace, all in one transaction: a process that is killed has held nothing, and the next start begins anew.
 * Processes that start together take turns, and each must call this before its workers and HTTP start: so nothing is
 * claimed before everything is held, and nothing that one of them accepts is held by another.
 *
 * @param name name of the restore
 * @param holdsNew true to hold mail that is queued later, too (new-mail.ts)
 * @returns whether this call has held the queues; false if an earlier one had
 */
export async function holdQueues(db: Knex, name: string, holdsNew = false): Promise<boolean> {
  return inTransaction(
    db,
    async ({ sql }) => {
      await sql.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.hold])
      if ((await begin(sql, name, holdsNew)).length === 0) return false
      const found = new Map<Change, WorkspaceId[]>()
      for (const [find, change] of changes) found.set(change, await allWorkspaces(sql, find))
      for (const [change, workspaces] of found)
        for (const workspaceId of workspaces) await change(sql, workspaceId)
      await continueEventOrder(sql)
      return true
    },
    { maxMs: migrationMs },
  )
}

const selectHolds = serviceStatement<[], { at: string; open: boolean }>(
  'select_times_of_holds',
  'select held_at::text as at from queue_holds',
)

/** Largest number of ids that a line of the log names. */
const namedAtMost = 20

const selectCampaigns = gather<[], { id: Uuid; count: string }>(
  'select_restored_campaigns',
  `select id, count(*) over () as count from campaigns where status = 'paused' and pause_reason = 'restored'
   order by id limit ${namedAtMost}`,
)

const selectAutomations = gather<[heldAt: readonly string[]], { id: Uuid; count: string }>(
  'select_restored_automations',
  `select id, count(*) over () as count from automations
   where status = 'paused' and updated_at = any($1::timestamptz[])
   order by id limit ${namedAtMost}`,
)

/** Number and first ids of campaigns or automations that wait since a held start. */
export interface Restored {
  readonly count: number
  readonly first: readonly Uuid[]
}

/** Returns the campaigns that wait since a held start. */
export async function restoredCampaigns(db: Knex): Promise<Restored> {
  return restored(await selectCampaigns(db))
}

/** Returns the automations that a held start has paused, and that nobody has changed since. */
export async function restoredAutomations(db: Knex): Promise<Restored> {
  const holds = await selectHolds(db)
  if (holds.length === 0) return restored([])
  return restored(
    await selectAutomations(
      db,
      holds.map(({ at }) => at),
    ),
  )
}

function restored(rows: readonly { readonly id: Uuid; readonly count: string }[]): Restored {
  return { count: Number(rows[0]?.count ?? 0), first: rows.map(({ id }) => id) }
}
