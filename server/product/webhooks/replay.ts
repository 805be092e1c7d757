import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import { replayEach, replayPart, type ReplayPart } from '../../platform/ledger/replay-part.js'
import { deleteSubscription } from './subscriptions/webhook-rows.js'

/**
 * Replays the ledger's records of webhooks into a restored database, so that no endpoint gets what it was to get no
 * more.
 */

const disable = statement<[workspaceId: WorkspaceId, id: Uuid, at: string], { id: Uuid }>(
  'replay_disabled_webhook',
  `update webhook_subscriptions set enabled = false, disabled_reason = 'requested', disabled_at = $3, updated_at = now()
   where workspace_id = $1 and id = $2 and enabled and deleted_at is null returning id`,
)

const isThere = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'lock_webhook_to_replay',
  'select id from webhook_subscriptions where workspace_id = $1 and id = $2 and deleted_at is null for update',
)

export const webhookReplays: readonly ReplayPart[] = [
  replayPart({
    kind: 'webhook_stopped',
    title: 'webhooks that were deleted or disabled',
    replay: (sql, lines) =>
      replayEach(lines, async ({ ws, id, at, state: { deleted } }) => {
        if (!deleted) return disable(sql, ws, id, at)
        if ((await isThere(sql, ws, id)).length === 0) return false
        await deleteSubscription(sql, { workspace_id: ws, id })
        return true
      }),
  }),
]
