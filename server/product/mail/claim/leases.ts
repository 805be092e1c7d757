import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { leasedTable } from '../../../platform/queue/leases/release.js'

/** Ends leases before their time. */

const selectEnd = statement<[workspaceId: WorkspaceId, logIds: Uuid[], lease: Uuid], { end: string | null }>(
  'select_end_of_leases_of_deliveries',
  `select max(due_at)::text as "end" from delivery_queue
   where workspace_id = $1 and log_id = any($2::uuid[]) and lease = $3`,
)

const release = statement<[workspaceId: WorkspaceId, logIds: Uuid[], lease: Uuid, end: string]>(
  'release_deliveries',
  `update delivery_queue set due_at = now(), lease = null
   where workspace_id = $1 and log_id = any($2::uuid[]) and lease = $3 and due_at <= $4::timestamptz`,
)

/**
 * Gives back claimed deliveries of a workspace that were not begun: due again at once, with no attempt
 * counted. The database can get the statement long after it was given up, and once this process has claimed them again:
 * leases that end later are not released.
 */
export async function releaseDeliveries(
  db: Knex,
  workspaceId: WorkspaceId,
  logIds: Uuid[],
  lease: Uuid,
): Promise<void> {
  const [found] = await selectEnd(db, workspaceId, logIds, lease)
  if (found?.end != null) await release(db, workspaceId, logIds, lease, found.end)
}

/** The leases of deliveries, for what a dead process has left. */
export const deliveryLeases = leasedTable({ table: 'delivery_queue', id: 'log_id', dueInUtc: true })
