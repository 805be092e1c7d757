import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { leasedTable } from '../../../platform/queue/leases/release.js'

/** Selects the latest end of the leases of some deliveries. */

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
 * Gives back claimed deliveries of a workspace that were not begun: they are due again at once, with no attempt
 * counted. The statement may reach the database long after the process gave up on it, when the process has already
 * claimed the same deliveries again; leases that end later are therefore not released.
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

/** Describes the leases of deliveries, for releasing those of a dead process. */
export const deliveryLeases = leasedTable({ table: 'delivery_queue', id: 'log_id', dueInUtc: true })
