import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { noteOwners } from '../../../platform/queue/owners.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { visibilityOf, type Principal } from '../../../platform/auth/principal.js'
import { findDelivery, noSuchDelivery, type DeliveryPath } from './find.js'

interface ReplayedDelivery {
  readonly enabled: boolean
  readonly deleted: boolean
}

/** Locks a subscription. The read of the delivery checks whether the credential may see it. */
const lockSubscription = statement<[workspaceId: WorkspaceId, id: Uuid], ReplayedDelivery>(
  'lock_subscription_for_replay',
  `select enabled, deleted_at is not null as deleted from webhook_subscriptions
   where workspace_id = $1 and id = $2
   for update`,
)

const lockWaiting = statement<[workspaceId: WorkspaceId, deliveryId: Uuid]>(
  'lock_waiting_for_replay',
  'select from webhook_queue where workspace_id = $1 and delivery_id = $2 for update nowait',
)

const selectEvent = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'select_event_for_replay',
  'select id from events where workspace_id = $1 and id = $2',
)

const reopen = statement<[workspaceId: WorkspaceId, id: Uuid], { webhook_id: Uuid; event_id: Uuid }>(
  'reopen_webhook_delivery',
  `update webhook_deliveries set ended_at = null, gave_up = null
   where workspace_id = $1 and id = $2
   returning webhook_id, event_id`,
)

/** Makes a delivery due and takes its lease away, so that a worker that is late with the delivery records nothing. */
const putBack = statement<[workspaceId: WorkspaceId, id: Uuid, webhookId: Uuid, eventId: Uuid]>(
  'replay_webhook_delivery',
  `with noted_subscription as (
     ${noteOwners('webhook', 'select $3::uuid as owner_id')}
   )
   insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at, manual)
   values ($1, $2, $3, $4, now(), true)
   on conflict (workspace_id, delivery_id) do update
     set due_at = excluded.due_at, lease = null, attempts = 0, manual = true`,
)

/**
 * Queues a delivery again, due at once and before others. The subscription's lock makes simultaneous replays wait for
 * each other, so that together they make one. A delivery that a worker has locked, to claim it or to record its
 * outcome, counts as being sent, and the replay doesn't wait for that lock: the worker may need the subscription
 * next.
 *
 * @throws ApiError 404 `not_found`, also if the delivery or its event is past the retention; 409
 *   `invalid_state`
 */
export async function replayDelivery(
  tx: Transaction,
  principal: Principal,
  path: DeliveryPath,
  retainedSince: Date,
): Promise<void> {
  const visibility = visibilityOf(principal)
  const { workspaceId } = visibility
  const [subscription] = await lockSubscription(tx.sql, workspaceId, path.subscriptionId)
  if (subscription === undefined) throw noSuchDelivery()
  await lockUnlessInHand(tx.sql, workspaceId, path.id)
  const delivery = await findDelivery(tx.sql, visibility, path, retainedSince)
  if ((await selectEvent(tx.sql, workspaceId, delivery.event_id)).length === 0) throw noSuchDelivery()
  admitReplay(subscription, delivery.status)
  const [reopened] = await reopen(tx.sql, workspaceId, path.id)
  if (reopened === undefined) throw noSuchDelivery()
  await putBack(tx.sql, workspaceId, path.id, reopened.webhook_id, reopened.event_id)
}

function admitReplay({ enabled, deleted }: ReplayedDelivery, status: string): void {
  if (deleted) throw new ApiError('invalid_state', 'The subscription was deleted, so nothing is sent to it.')
  if (!enabled) throw new ApiError('invalid_state', 'The subscription is disabled, so nothing is sent to it.')
  if (status === 'delivering') throw beingSent()
}

function beingSent(): ApiError {
  return new ApiError('invalid_state', 'The delivery is being sent. It can be replayed when that has ended.')
}

async function lockUnlessInHand(trx: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<void> {
  try {
    await lockWaiting(trx, workspaceId, id)
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) throw beingSent()
    throw error
  }
}

/** PostgreSQL's error code for a lock that another transaction holds. */
const lockNotAvailable = '55P03'
