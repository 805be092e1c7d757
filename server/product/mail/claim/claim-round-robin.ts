import type { Knex } from 'knex'
import { statement } from '../../../platform/db/statements/statement.js'
import {
  claimChosen,
  claimedOf,
  claimParams,
  isOnProbation,
  freeOf,
  type DeliveryClaim,
  type ClaimedDelivery,
  type ClaimedDeliveryRow,
  type ClaimParams,
} from './claim.js'

/** Largest number of destinations that one claim passes over because they have no capacity or nothing due yet. */
const maxDestinations = 1000

/**
 * SQL: the capacity of a destination that the scan has reached, and whether it is usable.
 *
 * @param before number of usable destinations on probation that the scan has found before
 */
const looked = (before: string) => `
  cross join lateral (
    select ${freeOf('here.destination')} as free, ${isOnProbation('here.destination')} as on_probation
  ) has
  cross join lateral (
    select has.free > 0 and (not has.on_probation or ${before} < $9) and (
      select due_at from delivery_queue
      where workspace_id = $1 and bulk = $2 and (destination, due_at) >= (here.destination, '-infinity')
      order by destination, due_at limit 1
    ) <= now() as usable
  ) is_it`

/**
 * Claims rows by a loose index scan, written so that only the index by destination can serve it: for a table without
 * statistics, as a queue often is, the planner would take the index by due time and sort everything that it finds at
 * each step. The scan goes from each destination straight to the next one, until it has found as many as there are to
 * claim. Rows of a destination without capacity are not read, however many there are. $10 and $11 are the place in
 * the index at which the scan begins: behind a destination, or before all of them.
 */
const claimRows = statement<
  [...claim: ClaimParams, destination: string, place: 'infinity' | '-infinity'],
  ClaimedDeliveryRow & { last: string | null }
>(
  'claim_round_robin',
  `with recursive visited (destination, visit, free, on_probation, usable, found, found_on_probation) as (
     select here.destination, 1, has.free, has.on_probation, is_it.usable, is_it.usable::integer,
       (is_it.usable and has.on_probation)::integer
     from (
       select destination from delivery_queue
       where workspace_id = $1 and bulk = $2 and (destination, due_at) > ($10, $11::timestamptz)
       order by destination, due_at limit 1
     ) here ${looked('0')}
     union all
     select here.destination, visited.visit + 1, has.free, has.on_probation, is_it.usable,
       visited.found + is_it.usable::integer,
       visited.found_on_probation + (is_it.usable and has.on_probation)::integer
     from visited cross join lateral (
       select destination from delivery_queue
       where workspace_id = $1 and bulk = $2 and (destination, due_at) > (visited.destination, 'infinity')
       order by destination, due_at limit 1
     ) here ${looked('visited.found_on_probation')}
     where visited.visit < ${maxDestinations} and visited.found < $7
   ), turn as (
     select destination, visit, free, on_probation from visited where usable
   ), share as (
     select ceil($7::numeric / greatest(count(*), 1))::bigint as max from turn
   ), placed as (
     select due.log_id, turn.visit, turn.on_probation,
       row_number() over (partition by turn.visit order by due.due_at) as place
     from turn cross join share cross join lateral (
       select log_id, due_at from delivery_queue
       where workspace_id = $1 and bulk = $2 and destination = turn.destination and due_at <= now()
       order by due_at limit least(turn.free, share.max)
     ) due
   ), ordered as (
     select log_id, visit, place, on_probation,
       row_number() over (partition by on_probation order by place, visit) as number
     from placed
   ), chosen as (
     select log_id from ordered where not on_probation or number <= $9 order by place, visit limit $7
   ), ${claimChosen}
   select delivery.*, reached.last
   from (select (
     select destination from visited where found = $7 or visit = ${maxDestinations} order by visit desc limit 1
   ) as last) reached left join delivery on true`,
)

/**
 * Claims from each destination in turn.
 *
 * @param after destination behind which to begin; undefined begins with the first one
 * @returns the claimed deliveries, and the destination to continue behind: undefined if the last one was reached
 */
export async function claimRoundRobin(
  db: Knex,
  claim: DeliveryClaim,
  after: string | undefined,
): Promise<{ claimed: ClaimedDelivery[]; last: string | undefined }> {
  // A destination's place is its name with a time, so that a place between it and the next one can be named.
  const place = after === undefined ? '-infinity' : 'infinity'
  const rows = await claimRows(db, ...claimParams(claim), after ?? '', place)
  return { claimed: claimedOf(claim, rows), last: rows[0]?.last ?? undefined }
}
