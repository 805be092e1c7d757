import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'

/** Deliveries of a workspace that an operator has chosen. */
export interface ChosenDeliveries {
  readonly workspaceId: WorkspaceId
  /** Null: to any. */
  readonly destination: string | null
  /** Null: any. */
  readonly logId: Uuid | null
}

/** What one transaction changes, so that workers and sends wait for none of it. */
export const changedTogether = 1000

/** What is scheduled for later was never tried, and stays so. What is held stays held, and what waits with its
 * campaign, which is due at infinity as well, waits on. */
const retry = statement<
  [workspaceId: WorkspaceId, destination: string | null, logId: Uuid | null, max: number, after: Uuid],
  { log_id: Uuid }
>(
  'retry_deliveries',
  `with deferred as (
     select log_id from delivery_queue
     where workspace_id = $1 and ($2::text is null or destination = $2) and ($3::uuid is null or log_id = $3)
       and log_id > $5 and lease is null and (attempts > 0 or first_attempt_at is not null) and due_at > now() and due_at < 'infinity'
     order by log_id limit $4 for update skip locked
   ), due as (
     update delivery_queue set due_at = now()
     where workspace_id = $1 and log_id = any(array(select log_id from deferred))
     returning log_id
   ), logs as (
     update message_logs set next_attempt_at = now(), updated_at = now()
     where workspace_id = $1 and id = any(array(select log_id from due))
   )
   select log_id from due order by log_id`,
)

/** Makes deferred deliveries due now. A delivery that waits for capacity at its destination waits on. */
export async function retryNow(
  db: Knex,
  { workspaceId, destination, logId }: ChosenDeliveries,
): Promise<number> {
  let sum = 0
  // Each once, in order: one that a worker defers again meanwhile has been tried.
  let after: Uuid = nilUuid
  for (;;) {
    const rows = await retry(db, workspaceId, destination, logId, changedTogether, after)
    const last = rows.at(-1)
    if (last === undefined) return sum
    after = last.log_id
    sum += rows.length
  }
}
