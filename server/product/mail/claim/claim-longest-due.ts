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

/** Number of the longest due deliveries that a claim looks at. */
export const longestDueWindow = 200

/**
 * SQL: order by which the first delivery of every destination precedes the second of any, and destinations that had
 * their turn in this round come last.
 */
const inOrder = 'destination = any($11::text[]), place, due_at'

const claimRows = statement<
  [...claim: ClaimParams, maxOfBacklog: number, served: readonly string[]],
  ClaimedDeliveryRow & { backlog: boolean }
>(
  'claim_longest_due',
  `with longest_due as (
     select log_id, destination, due_at from delivery_queue
     where workspace_id = $1 and bulk = $2 and due_at <= now()
       and not exists (select from workspaces where id = $1 and halted_at is not null)
     order by due_at limit ${longestDueWindow}
   ), backlog as (
     select count(*) = ${longestDueWindow} as backlog from longest_due
   ), placed as (
     select log_id, destination, due_at, row_number() over (partition by destination order by due_at) as place
     from longest_due
   ), ordered as (
     select log_id, destination, due_at, place, on_probation,
       row_number() over (partition by on_probation order by ${inOrder}) as number
     from placed cross join lateral (select ${isOnProbation('destination')} as on_probation) is_it
     where place <= ${freeOf('destination')}
   ), chosen as (
     select log_id from ordered where not on_probation or number <= $9
     order by ${inOrder}
     limit case when (select backlog from backlog) then $10::bigint else $7::bigint end
   ), ${claimChosen}
   select delivery.*, backlog.backlog from backlog left join delivery on true`,
)

/**
 * Claims from the deliveries that have been due for longest, unless the workspace is halted.
 *
 * @param maxOfBacklog number to claim if there may be more deliveries than the window shows
 * @param served destinations that had their turn in this round
 * @returns the claimed deliveries, and whether there may be more than the window shows
 */
export async function claimLongestDue(
  db: Knex,
  claim: DeliveryClaim,
  maxOfBacklog: number,
  served: readonly string[] = [],
): Promise<{ claimed: ClaimedDelivery[]; backlog: boolean }> {
  const rows = await claimRows(db, ...claimParams(claim), maxOfBacklog, served)
  return { claimed: claimedOf(claim, rows), backlog: rows[0]?.backlog ?? false }
}
