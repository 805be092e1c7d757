import type { Knex } from 'knex'
import { serviceStatement, statement } from '../../db/statements/statement.js'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { isHeld, type HeldCount } from './held.js'

/** The numbers of a workspace's rows that are held since a restore, and the time of the restore. */
export interface HeldOfWorkspace extends HeldCount {
  readonly since: Date
}

const selectOpen = serviceStatement<[], { since: Date | null }>(
  'select_open_hold',
  'select min(held_at) as since from queue_holds where released_at is null',
)

/** Returns the time since which rows may be held: the first restore whose mail was not yet released or dropped. */
export async function heldSince(db: Knex): Promise<Date | undefined> {
  const [open] = await selectOpen(db)
  return open?.since ?? undefined
}

const countOf = (table: keyof typeof isHeld) =>
  statement<[workspaceId: WorkspaceId], { count: string }>(
    `count_held_of_workspace_in_${table}`,
    `select count(*) as count from ${table} where workspace_id = $1 and ${isHeld[table]}`,
  )
const countDeliveries = countOf('delivery_queue')
const countWebhooks = countOf('webhook_queue')

/** Counts the held rows of a workspace; undefined if there are none. It reads the queues only after a held start. */
export async function heldOfWorkspace(
  db: Knex,
  workspaceId: WorkspaceId,
): Promise<HeldOfWorkspace | undefined> {
  const since = await heldSince(db)
  if (since === undefined) return undefined
  const [deliveries] = await countDeliveries(db, workspaceId)
  const [webhooks] = await countWebhooks(db, workspaceId)
  const held = { deliveries: Number(deliveries?.count ?? 0), webhooks: Number(webhooks?.count ?? 0), since }
  return held.deliveries + held.webhooks === 0 ? undefined : held
}

const selectHeld = statement<[workspaceId: WorkspaceId, logIds: readonly Uuid[]], { log_id: Uuid }>(
  'select_held_among',
  `select log_id from delivery_queue
   where workspace_id = $1 and log_id = any($2::uuid[]) and ${isHeld.delivery_queue}`,
)

/** Finds the deliveries of a workspace that are held among these, by the ids of their logs. */
export async function heldAmong(
  db: Knex,
  workspaceId: WorkspaceId,
  logIds: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  if (logIds.length === 0) return new Set()
  return new Set((await selectHeld(db, workspaceId, logIds)).map(({ log_id: id }) => id))
}
