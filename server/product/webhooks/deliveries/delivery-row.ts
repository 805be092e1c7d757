import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { byKey } from '../../../platform/http/lists/bounded-walk.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { presentAttempt, type StoredAttempt } from '../stored-attempt.js'

type Schemas = components['schemas']

/** A delivery as reads select it. */
export interface DeliveryRow {
  readonly id: Uuid
  readonly webhook_id: Uuid
  readonly event_id: Uuid
  readonly event_type: Schemas['EventType']
  readonly project_id: Uuid | null
  readonly environment: Environment | null
  readonly status: Schemas['WebhookDeliveryStatus']
  readonly attempts: StoredAttempt[]
  readonly next_attempt_at: Date | null
  readonly ended_at: Date | null
}

/** SQL: the present status of a `delivery`. A delivery counts as being sent as long as its lease lasts. */
export const deliveryStatus = `case
  when delivery.gave_up is not null then delivery.gave_up
  when delivery.ended_at is not null then 'delivered'
  when waiting.lease is not null and waiting.due_at > now() then 'delivering'
  else 'pending' end`

/** SQL: the selected columns of a `delivery`. */
export const deliveryColumns = `delivery.id, delivery.webhook_id, delivery.event_id, delivery.event_type,
  delivery.project_id, delivery.environment, delivery.attempts, delivery.ended_at, ${deliveryStatus} as status,
  case when ${deliveryStatus} = 'pending' and subscription.enabled and subscription.deleted_at is null
    then nullif(waiting.due_at, 'infinity') end as next_attempt_at`

/** SQL: joins the tables that `deliveryColumns` needs to a `delivery`, row by row: see `byKey`. */
export const deliveryJoins = `${byKey('webhook_subscriptions', 'subscription', 'delivery', 'webhook_id')}
  left join lateral (
    select * from webhook_queue where workspace_id = $1 and delivery_id = delivery.id limit 1
  ) waiting on true`

export function presentDelivery(row: DeliveryRow): Schemas['WebhookDelivery'] {
  return {
    id: toTypeId('whd', row.id),
    webhook_id: toTypeId('whk', row.webhook_id),
    event_id: toTypeId('evt', row.event_id),
    event_type: row.event_type,
    project_id: row.project_id === null ? null : toTypeId('prj', row.project_id),
    environment: row.environment,
    status: row.status,
    attempts: row.attempts.map((attempt) => presentAttempt(row.id, row.event_id, attempt)),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    final_response_status: row.ended_at === null ? null : (row.attempts.at(-1)?.status ?? null),
    created_at: timeOf(row.id).toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
