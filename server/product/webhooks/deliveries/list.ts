import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { searchPage, type BoundedSearch } from '../../../platform/http/lists/bounded-walk.js'
import {
  emptyPage,
  presentPage,
  type Page,
  type TimeWindow,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import { searchAmong } from '../../../platform/http/lists/search-among.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { deliveryIdOf } from '../../../platform/events/fan-out.js'
import { deliveryConditions, type DeliveryFilters } from './conditions.js'
import { deliveryColumns, deliveryJoins, presentDelivery, type DeliveryRow } from './delivery-row.js'

/** Returns a page of deliveries, including those of deleted subscriptions. */
export async function listDeliveries(
  db: Knex,
  visibility: Visibility,
  query: WindowQuery & DeliveryFilters,
  window: TimeWindow,
): Promise<Page<components['schemas']['WebhookDelivery']>> {
  if (!(await canHaveAny(db, visibility, query))) return emptyPage
  const search: BoundedSearch = {
    workspaceId: visibility.workspaceId,
    table: 'webhook_deliveries',
    alias: 'delivery',
    conditions: deliveryConditions(visibility, query),
    columns: deliveryColumns,
    join: deliveryJoins,
  }
  const found =
    query.event_id === undefined
      ? await searchPage<DeliveryRow>(db, search, query, window)
      : await searchAmong<DeliveryRow>(
          db,
          search,
          await idsOfEvent(db, visibility.workspaceId, fromTypeId('evt', query.event_id)),
          { query, window },
        )
  return presentPage(found, (shown) => shown.map(presentDelivery))
}

/** Returns the ids that the deliveries of an event would have if every subscription received the event. */
async function idsOfEvent(db: Knex, workspaceId: WorkspaceId, eventId: Uuid): Promise<Uuid[]> {
  return (await selectIds(db, workspaceId, eventId)).map(({ id }) => id)
}

const selectIds = statement<[workspaceId: WorkspaceId, eventId: Uuid], { id: Uuid }>(
  'select_delivery_ids_of_event',
  `select ${deliveryIdOf('$2::uuid', 'subscription.id')} as id
   from webhook_subscriptions subscription where workspace_id = $1`,
)

const selectVisible = statement<
  [
    workspaceId: WorkspaceId,
    projectId: Uuid | null,
    subscriptionId: Uuid | null,
    environment: Environment | null,
  ],
  { project: boolean; subscription: boolean }
>(
  'select_visible_for_deliveries',
  `select
     $2::uuid is null or exists (
       select from projects where workspace_id = $1 and id = $2 and environment = coalesce($4, environment)
     ) as project,
     $3::uuid is null or exists (
       select from webhook_subscriptions
       where workspace_id = $1 and id = $3 and ($4::text is null or environment = $4)
     ) as subscription`,
)

/** Returns false if no delivery that the key sees can match, so that the history isn't walked in vain. */
async function canHaveAny(
  db: Knex,
  visibility: Visibility,
  { project_id: project, webhook_id: subscription }: DeliveryFilters,
): Promise<boolean> {
  if (project === undefined && subscription === undefined) return true
  const [visible] = await selectVisible(
    db,
    visibility.workspaceId,
    project === undefined ? null : fromTypeId('prj', project),
    subscription === undefined ? null : fromTypeId('whk', subscription),
    visibility.environment,
  )
  return visible !== undefined && visible.project && visible.subscription
}
