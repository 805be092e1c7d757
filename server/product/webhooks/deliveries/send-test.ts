import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Principal } from '../../../platform/auth/principal.js'
import { deliveryIdOf } from '../../../platform/events/fan-out.js'
import { noteOwners } from '../../../platform/queue/owners.js'
import { lockWebhookSubscription } from '../subscriptions/webhook-rows.js'

/**
 * Queues the delivery of a test. The fan-out leaves tests out: each is for one subscription, whatever its filters
 * are.
 */
const insert = statement<[workspaceId: WorkspaceId, subscriptionId: Uuid, eventId: Uuid], { id: Uuid }>(
  'insert_test_delivery',
  `with event as (
     select id, project_id, environment, type, ${deliveryIdOf('id', '$2::uuid')} as delivery_id
     from events where workspace_id = $1 and id = $3
   ), queued as (
     insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at, manual)
     select own.workspace_id, delivery_id, $2, id, now(), true from ${ownWorkspace} cross join event
   ), inserted as (
     insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, project_id, environment)
     select own.workspace_id, delivery_id, $2, id, type, project_id, environment
     from ${ownWorkspace} cross join event
     returning id
   ), noted_subscription as (
     ${noteOwners('webhook', 'select $2::uuid as owner_id')}
   )
   select id from inserted`,
)

/**
 * Records a `webhook.test` event and queues its delivery.
 *
 * @returns the delivery's id
 * @throws ApiError 404 `not_found`, 409 `invalid_state` if the subscription is disabled
 */
export async function sendTest(tx: Transaction, principal: Principal, subscriptionId: Uuid): Promise<Uuid> {
  const { workspaceId } = principal
  const subscription = await lockWebhookSubscription(tx.sql, principal, subscriptionId)
  if (!subscription.enabled) {
    throw new ApiError('invalid_state', 'The subscription is disabled, so nothing is sent to it.')
  }
  const eventId = newUuid()
  await insertEvent(tx.sql, workspaceId, {
    id: eventId,
    projectId: subscription.project_id,
    environment: subscription.environment,
    type: 'webhook.test',
    data: { webhook_id: toTypeId('whk', subscriptionId) },
  })
  const [delivery] = await insert(tx.sql, workspaceId, subscriptionId, eventId)
  if (delivery === undefined) throw new Error('a test has no event')
  return delivery.id
}
