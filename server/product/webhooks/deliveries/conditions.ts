import type { operations } from '../../../../generated/api-types.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import { askedStatuses, askedValues } from '../../../platform/http/lists/asked-values.js'
import { isOneOf, type Condition, type IndexWalk } from '../../../platform/http/lists/bounded-walk.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { deliveryStatus } from './delivery-row.js'

type Query = NonNullable<operations['listWebhookDeliveries']['parameters']['query']>

/** Filters of a search for deliveries. */
export type DeliveryFilters = Omit<Query, 'limit' | 'cursor' | 'since' | 'until'>

/**
 * Returns the conditions of a search on `delivery`, `waiting` and `subscription`, except the condition on the event,
 * which the caller adds. The first condition with an index drives the search: few deliveries have given up or wait.
 */
export function deliveryConditions({ environment }: Visibility, filters: DeliveryFilters): Condition[] {
  // A row of the queue may have lost its delivery: then it only counts as examined.
  const conditions: Condition[] = [{ sql: 'delivery.id is not null', values: [] }]
  const statuses = askedStatuses(filters)
  if (statuses !== undefined) conditions.push(...withStatuses(statuses))
  if (filters.webhook_id !== undefined) {
    const id = fromTypeId('whk', filters.webhook_id)
    const index = { table: 'webhook_deliveries', equal: { webhook_id: id }, id: 'id' }
    conditions.push({ sql: 'delivery.webhook_id = ?', values: [id], index })
  }
  if (filters.project_id !== undefined) {
    conditions.push({ sql: 'delivery.project_id = ?', values: [fromTypeId('prj', filters.project_id)] })
  }
  const types = askedValues(['event_type', 'event_types'], {
    one: filters.event_type,
    several: filters.event_types,
  })
  if (types !== undefined) conditions.push(isOneOf('delivery.event_type', types))
  // The subscription may have been for another environment when it got the event.
  if (environment !== null) {
    const values = [environment, environment]
    conditions.push({ sql: 'delivery.environment = ? and subscription.environment = ?', values })
  }
  return conditions
}

type Status = NonNullable<DeliveryFilters['status']>

function withStatuses(statuses: readonly Status[]): Condition[] {
  const condition = isOneOf(deliveryStatus, statuses)
  // Nearly all deliveries are delivered, so there is no index for that status.
  if (statuses.includes('delivered')) return [condition]
  const givenUp = statuses.filter((status) => status === 'failed' || status === 'dead_letter')
  const index = givenUp.map((status): IndexWalk => {
    return { table: 'webhook_deliveries', equal: { gave_up: status }, id: 'id' }
  })
  if (givenUp.length < statuses.length) index.push({ table: 'webhook_queue', equal: {}, id: 'delivery_id' })
  // The queue does not tell what is being sent, nor whether a row has its delivery.
  return [{ ...condition, index }, condition]
}
