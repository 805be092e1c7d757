import type { Knex } from 'knex'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { isHeld } from '../../../platform/queue/holds/held.js'
import { claimedOf, type ClaimedDelivery, type ClaimedDeliveryRow } from '../claim/claim.js'
import { recordDeliveries, type DeliveryOutcome } from '../record/record.js'
import {
  changedTogether,
  isOfMail,
  mailParams,
  type ChosenDeliveries,
  type MailParams,
} from './retry-delivery.js'
import { isNotInFlight } from '../queue-row.js'

/** Leases deliveries as a worker does, whether they are due or not, except those that a worker has in flight. */
const take = statement<
  [
    workspaceId: WorkspaceId,
    destination: string | null,
    logId: Uuid | null,
    max: number,
    lease: Uuid,
    leaseSeconds: number,
    heldOnly: boolean,
    ...mail: MailParams,
  ],
  ClaimedDeliveryRow
>(
  'take_deliveries',
  `with chosen as (
     select log_id from delivery_queue
     where workspace_id = $1 and ($2::text is null or destination = $2) and ($3::uuid is null or log_id = $3)
       and ${isNotInFlight} and (not $7 or (${isHeld.delivery_queue}))
       and ${isOfMail(8)}
     limit $4 for update skip locked
   ), taken as (
     update delivery_queue set due_at = now() + make_interval(secs => $6), lease = $5
     where workspace_id = $1 and log_id = any(array(select log_id from chosen))
     returning log_id, message_id, attempts, first_attempt_at, destination
   )
   select taken.*, now() as claimed_at, log.recipient, log.project_id, log.environment, log.category, log.campaign_id,
     log.automation_id, null as suppressed, null as stopped
   from taken join message_logs log on log.workspace_id = $1 and log.id = taken.log_id`,
)

/**
 * Seconds of the lease, long enough to record the outcomes. If recording is cut short, the deliveries are due again
 * at the lease's end.
 */
const leaseSeconds = 60

/**
 * Gives deliveries up: they end as failed, with an event for each.
 *
 * @param outcomeOf returns the outcome to record for a delivery that was given up
 * @param heldOnly true to take only deliveries that are held since a restore, not those that wait with their campaign
 */
export async function dropFromQueue(
  db: Knex,
  choice: ChosenDeliveries,
  outcomeOf: (delivery: ClaimedDelivery) => DeliveryOutcome,
  heldOnly = false,
): Promise<number> {
  const { workspaceId, destination, logId } = choice
  const lease = newUuid()
  let sum = 0
  for (;;) {
    const rows = await take(
      db,
      workspaceId,
      destination,
      logId,
      changedTogether,
      lease,
      leaseSeconds,
      heldOnly,
      ...mailParams(choice),
    )
    if (rows.length === 0) return sum
    const dropped = claimedOf({ workspaceId, bulk: false }, rows).map(outcomeOf)
    sum += (await recordDeliveries(db, workspaceId, lease, dropped)).outcomes
  }
}
