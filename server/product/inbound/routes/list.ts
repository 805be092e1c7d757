import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { timeOf, toTypeId } from '../../../platform/db/ids.js'
import { visibleConditions, withinProject } from '../../../platform/http/access/visible.js'
import { searchPage, type BoundedSearch } from '../../../platform/http/lists/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import type { RouteRow } from './inbound-route-rows.js'

type InboundRoute = components['schemas']['InboundRoute']

/** Returns a route in the contract's shape. */
export function presentRoute(row: RouteRow): InboundRoute {
  return {
    id: toTypeId('inr', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    name: row.name,
    recipient: row.recipient,
    enabled: row.enabled,
    automatic: row.automatic,
    require_dmarc: row.require_dmarc,
    block: [...row.block],
    retain_days: row.retain_days,
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/**
 * Returns a page of the routes that a credential sees, newest first.
 *
 * @throws ApiError 403 `project_not_allowed` if a project key names another project
 */
export async function listRoutes(
  db: Knex,
  visibility: Visibility,
  query: WindowQuery & { readonly project_id?: string },
): Promise<Page<InboundRoute>> {
  const visible = withinProject(visibility, query.project_id)
  const search: BoundedSearch = {
    workspaceId: visible.workspaceId,
    table: 'inbound_routes',
    alias: 'route',
    conditions: visibleConditions(visible, 'inbound_routes', 'route'),
    columns: 'route.*',
  }
  const found = await searchPage<RouteRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, (rows) => rows.map(presentRoute))
}
