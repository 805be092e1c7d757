import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'

/** Moves the end of leases. */

const extend = statement<[workspaceId: Uuid, logIds: Uuid[], lease: Uuid, leaseSeconds: number]>(
  'extend_leases',
  `update delivery_queue set due_at = now() + make_interval(secs => $4)
   where workspace_id = $1 and log_id = any($2::uuid[]) and lease = $3`,
)

/** Keeps deliveries that are still being worked on for another lease. */
export async function extendLeases(
  db: Knex,
  deliveries: Iterable<{ readonly workspaceId: Uuid; readonly logId: Uuid }>,
  lease: Uuid,
  leaseSeconds: number,
): Promise<void> {
  const byWorkspace = new Map<Uuid, Uuid[]>()
  for (const { workspaceId, logId } of deliveries) {
    const ids = byWorkspace.get(workspaceId)
    if (ids === undefined) byWorkspace.set(workspaceId, [logId])
    else ids.push(logId)
  }
  for (const [workspaceId, ids] of byWorkspace) await extend(db, workspaceId, ids, lease, leaseSeconds)
}
