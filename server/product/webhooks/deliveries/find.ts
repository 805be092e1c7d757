import type { Knex } from 'knex'
import { minUuidAt, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { deliveryColumns, deliveryJoins, type DeliveryRow } from './delivery-row.js'

/** Ids by which a path names a delivery. */
export interface DeliveryPath {
  readonly subscriptionId: Uuid
  readonly id: Uuid
}

const select = statement<
  [workspaceId: WorkspaceId, subscriptionId: Uuid, id: Uuid, environment: Environment | null],
  DeliveryRow
>(
  'select_webhook_delivery',
  `select ${deliveryColumns}
   from webhook_deliveries delivery
   ${deliveryJoins}
   where delivery.workspace_id = $1 and delivery.webhook_id = $2 and delivery.id = $3
     and ($4::text is null or (delivery.environment = $4 and subscription.environment = $4))`,
)

/**
 * Returns one delivery, even if its subscription is deleted.
 *
 * @throws ApiError 404 `not_found`, also if the delivery is past its retention
 */
export async function findDelivery(
  db: Knex,
  { workspaceId, environment }: Visibility,
  { subscriptionId, id }: DeliveryPath,
  retainedSince: Date,
): Promise<DeliveryRow> {
  const retained = id >= minUuidAt(retainedSince)
  const [row] = retained ? await select(db, workspaceId, subscriptionId, id, environment) : []
  if (row === undefined) throw noSuchDelivery()
  return row
}

export function noSuchDelivery(): ApiError {
  return new ApiError(
    'not_found',
    'No such delivery of this subscription, or it is past the retention window.',
  )
}
