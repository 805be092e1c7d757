import type { operations } from '../../../../generated/api-types.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import type { Condition } from '../../../platform/http/bounded-walk.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { deliveryStatus } from './delivery-row.js'

type Query = NonNullable<operations['listWebhookDeliveries']['parameters']['query']>

/** What deliveries can be searched by. */
export type DeliveryFilters = Omit<Query, 'limit' | 'cursor' | 'since' | 'until'>

/**
 * The conditions of a search on `delivery`, `waiting` and `subscription`, but for the event's, which is not
 * searched for. The first one with an index drives the search: few deliveries have given up or wait.
 */
export function deliveryConditions({ environment }: Visibility, filters: DeliveryFilters): Condition[] {
  // A row of the queue may have lost its delivery: then it counts as examined only.
  const conditions: Condition[] = [{ sql: 'delivery.id is not null', values: [] }]
  if (filters.status !== undefined) conditions.push(...withStatus(filters.status))
  if (filters.webhook_id !== undefined) {
    const id = fromTypeId('whk', filters.webhook_id)
    const index = { table: 'webhook_deliveries', equal: { webhook_id: id }, id: 'id' }
    conditions.push({ sql: 'delivery.webhook_id = ?', values: [id], index })
  }
  if (filters.project_id !== undefined) {
    conditions.push({ sql: 'delivery.project_id = ?', values: [fromTypeId('prj', filters.project_id)] })
  }
  if (filters.event_type !== undefined) {
    conditions.push({ sql: 'delivery.event_type = ?', values: [filters.event_type] })
  }
  // The subscription may have been for another environment when it got the event.
  if (environment !== null) {
    const values = [environment, environment]
    conditions.push({ sql: 'delivery.environment = ? and subscription.environment = ?', values })
  }
  return conditions
}

function withStatus(status: NonNullable<DeliveryFilters['status']>): Condition[] {
  switch (status) {
    case 'failed':
    case 'dead_letter': {
      const index = { table: 'webhook_deliveries', equal: { gave_up: status }, id: 'id' }
      return [{ sql: 'delivery.gave_up = ?', values: [status], index }]
    }
    case 'delivered':
      // Nearly all of them, so no index is kept for it.
      return [{ sql: 'delivery.gave_up is null and delivery.ended_at is not null', values: [] }]
    case 'pending':
    case 'delivering': {
      const index = { table: 'webhook_queue', equal: {}, id: 'delivery_id' }
      return [
        { sql: 'waiting.delivery_id is not null', values: [], index },
        { sql: `${deliveryStatus} = ?`, values: [status] },
      ]
    }
  }
}
