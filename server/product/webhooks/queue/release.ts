import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { leasedTable } from '../../../platform/queue/leases/release.js'

const selectEnd = statement<
  [workspaceId: WorkspaceId, deliveryIds: readonly Uuid[], lease: Uuid],
  { end: string | null }
>(
  'select_end_of_leases_of_webhooks',
  `select max(due_at)::text as "end" from webhook_queue
   where workspace_id = $1 and delivery_id = any($2::uuid[]) and lease = $3`,
)

const release = statement<[workspaceId: WorkspaceId, deliveryIds: readonly Uuid[], lease: Uuid, end: string]>(
  'release_webhooks',
  `update webhook_queue set due_at = now(), lease = null
   where workspace_id = $1 and delivery_id = any($2::uuid[]) and lease = $3 and due_at <= $4::timestamptz`,
)

/**
 * Gives back claimed deliveries of a workspace that were not begun: they are due again at once, with no attempt
 * counted. The statement may reach the database long after the process gave up on it, when the process has already
 * claimed the same deliveries again; leases that end later are therefore not released.
 */
export async function releaseWebhooks(
  db: Knex,
  workspaceId: WorkspaceId,
  deliveryIds: readonly Uuid[],
  lease: Uuid,
): Promise<void> {
  const [found] = await selectEnd(db, workspaceId, deliveryIds, lease)
  if (found?.end != null) await release(db, workspaceId, deliveryIds, lease, found.end)
}

/** Describes the leases of webhook deliveries, for releasing those of a dead process. */
export const webhookLeases = leasedTable({ table: 'webhook_queue', id: 'delivery_id', dueInUtc: true })
