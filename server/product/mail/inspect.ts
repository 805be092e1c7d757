import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { gather } from '../../platform/db/statements/statement.js'
import { isHeld } from '../../platform/queue/holds/held.js'
import type { StoredAttempt } from './stored-attempt.js'

/** Shows an operator what waits in the queue. Each query reads the whole queue of the workspaces concerned. */

export type LastAttempt = StoredAttempt

export interface Waiting<Row> {
  readonly rows: readonly Row[]
  /** Number of all rows, including those not returned. */
  readonly total: number
}

/** Selects the deliveries to look at. */
export interface Of {
  readonly workspaces: readonly Uuid[]
  /** Destination of the deliveries; null means any. */
  readonly destination: string | null
}

/** Deliveries that wait for one destination. */
export interface WaitingDestination {
  readonly workspaceId: WorkspaceId
  readonly destination: string
  /** True if the deliveries wait for their halted workspace to send again. */
  readonly halted: boolean
  readonly count: number
  /** Deliveries that are due and in flight at no worker. */
  readonly due: number
  readonly oldestDueAt: Date | null
  readonly nextAttemptAt: Date | null
  /** Deliveries that are held since a restore. */
  readonly held: number
  /** Deliveries that wait for their paused campaign. */
  readonly paused: number
  readonly leased: number
  /** Last attempt of the newest delivery that was tried. */
  readonly lastAttempt: LastAttempt | null
}

export interface WaitingDelivery {
  readonly workspaceId: WorkspaceId
  readonly logId: Uuid
  readonly recipient: string
  readonly destination: string
  readonly bulk: boolean
  readonly attempts: number
  readonly leased: boolean
  /** True if the delivery is held since a restore. */
  readonly held: boolean
  /** True if the delivery waits for its paused campaign. */
  readonly paused: boolean
  /** End of the lease if the delivery is leased; former time if it is held or paused. */
  readonly dueAt: Date
  readonly lastAttempt: LastAttempt | null
}

interface Counted {
  /** Count as the text of a bigint. */
  total: string
}

type Asked = [workspaces: readonly Uuid[], destination: string | null, max: number]

const asked = `workspace_id = any($1::uuid[]) and ($2::text is null or destination = $2)`

const selectDestinations = gather<Asked, WaitingDestination & Counted>(
  'select_waiting_destinations',
  `with waiting as (
     select workspace_id, destination, count(*) as count,
       count(*) filter (where due_at <= now()) as due,
       min(due_at) filter (where due_at <= now()) as oldest_due_at,
       min(due_at) filter (where due_at > now() and due_at < 'infinity' and lease is null) as next_attempt_at,
       count(*) filter (where ${isHeld.delivery_queue}) as held,
       count(*) filter (where due_at = 'infinity' and paused_due_at is not null) as paused,
       count(*) filter (where due_at > now() and lease is not null) as leased,
       max(log_id::text) filter (where attempts > 0)::uuid as tried
     from delivery_queue where ${asked} group by workspace_id, destination
   )
   select waiting.workspace_id as "workspaceId", waiting.destination, workspaces.halted_at is not null as halted,
     waiting.count::integer, due::integer, leased::integer, held::integer, paused::integer, oldest_due_at as "oldestDueAt",
     waiting.next_attempt_at as "nextAttemptAt", log.attempts -> -1 as "lastAttempt", count(*) over () as total
   from waiting
   join workspaces on workspaces.id = waiting.workspace_id
   left join message_logs log on log.workspace_id = waiting.workspace_id and log.id = waiting.tried
   order by waiting.count desc, waiting.workspace_id, waiting.destination limit $3`,
)

/** Returns the waiting deliveries by destination, those with the most first. */
export async function waitingByDestination(
  db: Knex,
  { workspaces, destination }: Of,
  max: number,
): Promise<Waiting<WaitingDestination>> {
  const rows = await selectDestinations(db, workspaces, destination, max)
  return { rows: rows.map(({ total: _, ...row }) => row), total: totalOf(rows) }
}

const countDeliveries = gather<[workspaces: readonly Uuid[], destination: string | null], Counted>(
  'count_waiting_deliveries',
  `select count(*) as total from delivery_queue where ${asked}`,
)

/**
 * Selects waiting deliveries. The logs are narrowed to the workspaces as well, so that only their machines are
 * queried.
 */
const selectDeliveries = gather<Asked, WaitingDelivery>(
  'select_waiting_deliveries',
  `select waiting.workspace_id as "workspaceId", waiting.log_id as "logId", log.recipient, waiting.destination,
     waiting.bulk, waiting.attempts, waiting.lease is not null and waiting.due_at > now() as leased,
     waiting.due_at = 'infinity' and waiting.paused_due_at is null as held,
     waiting.due_at = 'infinity' and waiting.paused_due_at is not null as paused,
     case when waiting.due_at = 'infinity' then coalesce(waiting.paused_due_at, waiting.held_due_at)
       else waiting.due_at end as "dueAt",
     log.attempts -> -1 as "lastAttempt"
   from (select * from delivery_queue where ${asked} order by due_at, log_id limit $3) waiting
   join message_logs log on log.workspace_id = waiting.workspace_id and log.id = waiting.log_id
   where log.workspace_id = any($1::uuid[])
   order by waiting.due_at, waiting.log_id`,
)

/** Returns waiting deliveries, in the order in which they are due. */
export async function waitingOneByOne(
  db: Knex,
  { workspaces, destination }: Of,
  max: number,
): Promise<Waiting<WaitingDelivery>> {
  const rows = await selectDeliveries(db, workspaces, destination, max)
  return { rows, total: totalOf(await countDeliveries(db, workspaces, destination)) }
}

function totalOf(rows: readonly Counted[]): number {
  return Number(rows[0]?.total ?? 0)
}
