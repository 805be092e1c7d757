import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'

const release = statement<[workspaceId: Uuid, deliveryIds: readonly Uuid[], lease: Uuid]>(
  'release_webhooks',
  `update webhook_queue set due_at = now(), lease = null
   where workspace_id = $1 and delivery_id = any($2::uuid[]) and lease = $3`,
)

/** Gives back claimed deliveries of a workspace that were not begun: due again at once, with no attempt counted. */
export async function releaseWebhooks(
  db: Knex,
  workspaceId: Uuid,
  deliveryIds: readonly Uuid[],
  lease: Uuid,
): Promise<void> {
  await release(db, workspaceId, deliveryIds, lease)
}
