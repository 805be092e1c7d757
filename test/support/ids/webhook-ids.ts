import { fromTypeId, toTypeId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { maxReceivers } from '../../../server/product/webhooks/receivers/receiver-rows.js'
import { insertDelivery } from '../webhooks/deliveries.js'
import type { KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'
import { createReceiver } from '../webhooks/webhook-receivers.js'
import { subscribe } from '../webhooks/webhooks.js'

/**
 * Ids of subscriptions, of deliveries and of receivers for requests that are made from the contract. Each is of a new one, and a
 * delivery is the newest subscription's: one that was made, so that it can be read and replayed. Of receivers the oldest
 * go, since a workspace has few.
 *
 * @param key a workspace key
 * @param removesBefore deletes the subscription before, where there would be too many of them in the end
 */
export function webhookIds(
  { url, sql }: TestService,
  workspaceId: WorkspaceId,
  key: string,
  removesBefore = false,
): Pick<KnownIds, 'whk' | 'whd' | 'whr'> {
  let newest: string | undefined
  const next = async () => {
    if (removesBefore && newest !== undefined) {
      const id = fromTypeId('whk', newest)
      await sql.query('update webhook_subscriptions set deleted_at = now() where id = $1', [id])
    }
    newest = (await subscribe(url, key)).id
    return newest
  }
  return {
    whk: next,
    whd: async () => {
      const subscription = fromTypeId('whk', newest ?? (await next()))
      const { id } = await insertDelivery(sql, workspaceId, subscription, { status: 'delivered' })
      return toTypeId('whd', id)
    },
    whr: async () => {
      await sql.query(
        `delete from webhook_receivers where workspace_id = $1 and id not in (
           select id from webhook_receivers where workspace_id = $1 order by id desc limit $2)`,
        [workspaceId, removesBefore ? 1 : maxReceivers - 1],
      )
      return (await createReceiver(url, key)).id
    },
  }
}
