import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../server/db/ids.js'
import type { KnownIds } from './requests.js'
import type { TestService } from './service.js'
import { subscribe } from './webhooks.js'

/**
 * Ids of subscriptions and of deliveries for requests that are made from the contract. Each is of a new one, and a
 * delivery is the newest subscription's.
 *
 * @param key a workspace key
 * @param removesBefore deletes the subscription before, where there would be too many of them in the end
 */
export function webhookIds(
  service: TestService,
  workspaceId: Uuid,
  key: string,
  removesBefore = false,
): Pick<KnownIds, 'whk' | 'whd'> {
  let newest: string | undefined
  const next = async () => {
    if (removesBefore && newest !== undefined) {
      await service.sql.query('update webhook_subscriptions set deleted_at = now() where id = $1', [
        fromTypeId('whk', newest),
      ])
    }
    newest = (await subscribe(service.url, key)).id
    return newest
  }
  return {
    whk: next,
    whd: async () => insertDelivery(service, workspaceId, fromTypeId('whk', newest ?? (await next()))),
  }
}

/** Writes a delivery that was made, with its event: one that can be read and replayed. */
export async function insertDelivery(
  { sql }: TestService,
  workspaceId: Uuid,
  subscriptionId: Uuid,
): Promise<string> {
  const [event, delivery] = [newUuid(), newUuid()]
  const attempt = { at: new Date().toISOString(), status: 200, duration_ms: 12 }
  await sql.query(
    `insert into events (workspace_id, id, project_id, environment, type, data)
     select workspace_id, $3, project_id, environment, 'webhook.test', $4
     from webhook_subscriptions where workspace_id = $1 and id = $2`,
    [workspaceId, subscriptionId, event, { subscription_id: toTypeId('whk', subscriptionId) }],
  )
  await sql.query(
    `insert into webhook_deliveries
       (workspace_id, id, subscription_id, event_id, event_type, project_id, environment, attempts, ended_at)
     select workspace_id, $3, $2, $4, 'webhook.test', project_id, environment, $5, now()
     from webhook_subscriptions where workspace_id = $1 and id = $2`,
    [workspaceId, subscriptionId, delivery, event, JSON.stringify([attempt])],
  )
  return toTypeId('whd', delivery)
}
