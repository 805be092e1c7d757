import type { UnsentReason } from '../../audience/suppressions/reason.js'
import type { Uuid } from '../../db/ids.js'
import type { Environment } from '../../workspace/principal.js'
import type { Rooms } from '../../pacing/rooms.js'

/**
 * Claims due deliveries of one workspace and class (single sends, or bulk) under a lease. The lease is the new due
 * time: a worker that dies leaves its deliveries to become due again. What is due and what may go now are two things:
 * of each destination no more is taken than it has room for, and of those on probation together no more than they are
 * allowed (allowance.ts). The rest is not touched.
 *
 * Two statements take turns at a backlog (lane.ts). `claimLongestDue` looks at those that have been due for longest,
 * which is all there is to do while the queue is short. It looks no further than a window, which a destination without
 * room can fill; `claimInTurns` goes from destination to destination along an index and takes the first ones of each.
 * Either reads a bounded number of rows however long the queue is. This file is what the two share.
 */

/** A delivery in the hands of this worker, with what it is judged and recorded by. What it says is loaded apart. */
export interface ClaimedDelivery {
  readonly workspaceId: Uuid
  readonly logId: Uuid
  readonly messageId: Uuid
  readonly projectId: Uuid
  readonly environment: Environment
  readonly destination: string
  readonly bulk: boolean
  /** The attempts before this one. */
  readonly attempts: number
  /** When the first of them ended; null before it. */
  readonly firstAttemptAt: Date | null
  readonly recipient: string
  readonly category: string | null
  /** Why nothing is sent to this recipient any more: what came after the message was accepted. */
  readonly suppressed: UnsentReason | null
}

/** What to claim, and for how long. */
export interface DeliveryClaim {
  readonly workspaceId: Uuid
  readonly bulk: boolean
  readonly max: number
  /** How many of them may go to destinations on probation. */
  readonly maxOnProbation: number
  readonly rooms: Rooms
  /** The worker's own id, which its outcomes must show. */
  readonly lease: Uuid
  readonly leaseSeconds: number
}

/** How claims begin: $1 to $9. */
export type ClaimParams = [
  workspaceId: Uuid,
  bulk: boolean,
  lease: Uuid,
  leaseSeconds: number,
  /** The room of destinations that nothing is said of. They are on probation. */
  otherwise: number,
  /** JSON: rooms by destination, of those that are not on probation. */
  rooms: string,
  max: number,
  /** JSON: the same of those that are. */
  roomsOnProbation: string,
  maxOnProbation: number,
]

/** Of so many destinations a claim says how much room they have. */
const maxTold = 1000

/** No destination gets more than this at once, so as to be a number for the database. */
const maxRoom = 1_000_000

export function claimParams(claim: DeliveryClaim): ClaimParams {
  const { workspaceId, bulk, max, maxOnProbation, rooms, lease, leaseSeconds } = claim
  const room = (free: number) => Math.max(0, Math.min(maxRoom, Math.floor(free)))
  const json = (all: readonly Room[]) =>
    JSON.stringify(Object.fromEntries(all.map(([name, free]) => [name, room(free)])))
  const { proven, onProbation } = told(rooms, maxOnProbation)
  const begin = [workspaceId, bulk, lease, leaseSeconds, room(rooms.otherwise)] as const
  return [...begin, json(proven), max, json(onProbation), room(maxOnProbation)]
}

type Room = readonly [destination: string, free: number]

/**
 * The destinations that the database is told about. A service that sends to thousands of them names only
 * those that were used last, and those with less room than others. The rest pass for being on probation, and
 * get what room they have left at the next claim. Where nothing may go to destinations on probation, all
 * others are named.
 */
function told({ of, onProbation, otherwise }: Rooms, maxOnProbation: number) {
  if (of.size + (onProbation?.size ?? 0) <= maxTold)
    return { proven: [...of], onProbation: [...(onProbation ?? [])] }
  const hasLess = ([, free]: Room) => free < otherwise
  if (onProbation === undefined) return { proven: [...of].filter(hasLess), onProbation: [] }
  const all = [...of]
  if (maxOnProbation <= 0) return { proven: all.filter(([, free]) => free > 0), onProbation: [] }
  // The one used last is the last.
  const first = all.length - maxTold
  const proven = all.filter((each, index) => index >= first || hasLess(each))
  return { proven, onProbation: [...onProbation].filter(hasLess) }
}

/** SQL: the room of a destination. */
export const roomOf = (destination: string) =>
  `coalesce(($6::jsonb ->> ${destination})::integer, ($8::jsonb ->> ${destination})::integer, $5::integer)`

/** SQL: whether a destination is on probation. */
export const isOnProbation = (destination: string) => `($6::jsonb -> ${destination}) is null`

/**
 * SQL: how both statements end, from a `chosen (log_id)` to a `delivery`. Rows that another worker is claiming, or that
 * are being cancelled, are skipped, not waited for; who has lost a race sees the new due time here. The message's
 * content is not among what is returned: it would come once for each recipient. What may have changed since the message
 * was accepted is looked up again: whether the address is suppressed and, for mail to a list, still subscribed.
 */
export const claimChosen = `
  locked as (
    select log_id from delivery_queue
    where workspace_id = $1 and log_id = any(array(select log_id from chosen)) and due_at <= now()
    for update skip locked
  ), claimed as (
    update delivery_queue set due_at = now() + make_interval(secs => $4), lease = $3
    where workspace_id = $1 and log_id = any(array(select log_id from locked))
    returning log_id, message_id, attempts, first_attempt_at, destination
  ), begun as (
    update message_logs set status = 'queued', updated_at = now()
    where workspace_id = $1 and id = any(array(select log_id from claimed)) and status = 'scheduled'
  ), delivery as (
    select claimed.*, log.recipient, log.project_id, log.environment, log.category,
      coalesce(suppressed.reason,
        case when log.list_id is not null and subscribed.state is distinct from 'confirmed' then 'not_confirmed' end
      ) as suppressed
    from claimed
    cross join lateral (
      select recipient, project_id, environment, category, address, list_id
      from message_logs where workspace_id = $1 and id = claimed.log_id limit 1
    ) log
    left join lateral (
      select reason from suppressions where workspace_id = $1 and address = log.address limit 1
    ) suppressed on true
    left join lateral (
      select state from subscriptions
      where workspace_id = $1 and list_id = log.list_id and address = log.address limit 1
    ) subscribed on true
  )`

export interface ClaimedDeliveryRow {
  /** Null in the one row of a claim that took nothing. */
  log_id: Uuid | null
  message_id: Uuid
  project_id: Uuid
  environment: Environment
  destination: string
  attempts: number
  first_attempt_at: Date | null
  recipient: string
  category: string | null
  suppressed: UnsentReason | null
}

export function claimedOf(
  { workspaceId, bulk }: Pick<DeliveryClaim, 'workspaceId' | 'bulk'>,
  rows: readonly ClaimedDeliveryRow[],
): ClaimedDelivery[] {
  return rows.flatMap((row) => {
    if (row.log_id === null) return []
    return {
      workspaceId,
      bulk,
      logId: row.log_id,
      messageId: row.message_id,
      projectId: row.project_id,
      environment: row.environment,
      destination: row.destination,
      attempts: row.attempts,
      firstAttemptAt: row.first_attempt_at,
      recipient: row.recipient,
      category: row.category,
      suppressed: row.suppressed,
    }
  })
}
