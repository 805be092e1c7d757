import type { Knex } from 'knex'
import type { Visibility } from '../../auth/principal.js'
import { minUuidAt, nilUuid, timeOf, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statements/statement.js'
import { examinedAtMost } from '../../http/lists/bounded-walk.js'
import { isAbout, type ComparedEvents } from '../event-conditions.js'
import type { EventRow } from '../present-event.js'
import { readExtent, selectExtent, type EventExtent } from './extent.js'
import type { FollowPosition } from './position.js'

/**
 * Reads events in the order in which they were recorded, each once and none left out.
 *
 * An event's id is made before its transaction commits, and so is the number of the transaction (`recorded_in`): a
 * later one may be committed first. So only events of transactions below the oldest one in progress are read: all of
 * these have ended, and their events are in the snapshot of the statement. A transaction that takes long, anywhere on
 * the server, holds later events up and lets none get lost.
 */

/** The filters of the followed events. */
export interface Followed extends ComparedEvents {
  readonly visibility: Visibility
  /** The time at which the workspace's retention begins. */
  readonly retainedSince: Date
}

/** The events that were read, and the position to go on from. */
export interface FollowedPage {
  readonly rows: readonly EventRow[]
  readonly position: FollowPosition
  /** True if there is more to look through at once. */
  readonly hasMore: boolean
}

/** A row of the result. All columns but the first two are null if nothing was found. */
interface Row extends Omit<EventRow, 'id'>, EventExtent {
  readonly id: Uuid | null
  readonly recorded_in: string | null
  readonly found: boolean | null
}

type Params = [
  workspaceId: WorkspaceId,
  order: string,
  id: Uuid,
  retainedFrom: Uuid,
  projectId: Uuid | null,
  environment: string | null,
  types: readonly string[] | null,
  named: string | null,
  recipient: string | null,
  budget: number,
  max: number,
]

/**
 * Makes a walk of bounded length along an index, as those of platform/http/lists/bounded-walk.ts are: comparing rows
 * and taking the limit from a subquery leave the planner no choice. It returns matching rows, and the last row of a
 * walk whose budget is spent.
 *
 * @param key the columns of the index after the workspace
 * @param range SQL of the part of the index that is walked
 * @param known SQL of whether an event was recorded before the position
 */
const walk = (name: string, key: string, range: string, known: string) =>
  statement<Params, Row>(
    name,
    `with extent as materialized (
       ${selectExtent}
     )
     select extent.settled, extent.next, event.*
     from extent left join (
       select * from (
         select walked.*, ${known} and id >= $4::uuid
           and ($5::uuid is null or project_id = $5::uuid)
           and ($6::text is null or environment = $6::text)
           and ($7::text[] is null or type = any($7::text[]))
           and ($8::jsonb is null or data @> $8::jsonb)
           and ($9::text is null or ${isAbout('walked', '$9::text')}) as found
         from (
           select *, row_number() over (order by ${key}) = $10::integer as budget_spent
           from events
           where workspace_id = $1::uuid and ${range}
           order by ${key}
           limit (select $10::integer)
         ) walked
       ) examined
       where found or budget_spent
       order by ${key}
       limit $11::integer
     ) event on true
     order by ${key}`,
  )

const walkLive = walk(
  'follow_events',
  'recorded_in, id',
  `(recorded_in, id) > ($2::bigint, $3::uuid)
             and recorded_in < (select settled from extent)`,
  'true',
)

const walkPast = walk('follow_past_events', 'id', '(id) > ($3::uuid)', 'recorded_in < $2::bigint')

/**
 * Returns the position to begin at: after now, or with the events created at or after a time. Events of transactions
 * in progress are yet to come, and so are some of transactions that ended a moment ago.
 */
export async function firstPosition(db: Knex, since: Date | undefined): Promise<FollowPosition> {
  const { settled } = await readExtent(db)
  const order = BigInt(settled)
  return since === undefined
    ? { phase: 'live', order, id: nilUuid, at: new Date() }
    : { phase: 'past', order, id: minUuidAt(since), at: since }
}

/** A position that the database has never been at is from before it was restored: this much is read again, in ms. */
const againMs = 60_000

/** Reads up to `max` events after a position. */
export async function readFollowing(
  db: Knex,
  followed: Followed,
  position: FollowPosition,
  { max, budget = examinedAtMost }: { readonly max: number; readonly budget?: number },
): Promise<FollowedPage> {
  const { visibility, types, named, recipient, retainedSince } = followed
  const rows = await (position.phase === 'live' ? walkLive : walkPast)(
    db,
    visibility.workspaceId,
    String(position.order),
    position.id,
    minUuidAt(retainedSince),
    visibility.projectId,
    visibility.environment,
    types ?? null,
    named ?? null,
    recipient ?? null,
    budget,
    max + 1,
  )
  const [first] = rows
  if (first === undefined) throw new Error('event_order has its one row')
  if (position.order > BigInt(first.next)) {
    const begin = await firstPosition(db, new Date(position.at.getTime() - againMs))
    return { rows: [], position: begin, hasMore: true }
  }
  const walked = rows.filter(isEvent)
  const found = walked.filter((row) => row.found === true)
  const page = found.slice(0, max)
  const last = found.length > max ? page.at(-1) : endOfBudget(walked)
  if (last !== undefined) return { rows: page, position: after(position, last), hasMore: true }
  if (position.phase === 'past') {
    const live = { ...position, phase: 'live', id: nilUuid, at: new Date() } as const
    if (page.length === max) return { rows: page, position: live, hasMore: true }
    const more = await readFollowing(db, followed, live, { max: max - page.length, budget })
    return { ...more, rows: [...page, ...more.rows] }
  }
  return { rows: page, position: settledAt(position, BigInt(first.settled)), hasMore: false }
}

interface WalkedRow extends EventRow {
  readonly recorded_in: string | null
  readonly found: boolean
  readonly budget_spent: boolean
}

function isEvent(row: Row): row is Row & WalkedRow {
  return row.id !== null
}

function endOfBudget(walked: readonly WalkedRow[]): WalkedRow | undefined {
  const last = walked.at(-1)
  return last?.budget_spent === true ? last : undefined
}

function after(position: FollowPosition, { id, recorded_in: recordedIn }: WalkedRow): FollowPosition {
  const order = position.phase === 'live' && recordedIn !== null ? BigInt(recordedIn) : position.order
  return { phase: position.phase, order, id, at: timeOf(id) }
}

/** Returns the position at which all settled events have been read. */
function settledAt(position: FollowPosition, settled: bigint): FollowPosition {
  // All events of `settled - 1` and before are behind it.
  return settled > position.order ? { phase: 'live', order: settled, id: nilUuid, at: new Date() } : position
}
