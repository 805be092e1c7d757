import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, timeOf, toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { searchPage, type BoundedSearch, type Condition } from '../../../platform/http/lists/bounded-walk.js'
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

/** Returns a page of routes, newest first. */
export async function listRoutes(
  db: Knex,
  workspaceId: WorkspaceId,
  query: WindowQuery & { readonly project_id?: string },
): Promise<Page<InboundRoute>> {
  const conditions: Condition[] = []
  if (query.project_id !== undefined) {
    const projectId = fromTypeId('prj', query.project_id)
    const index = { table: 'inbound_routes', equal: { project_id: projectId }, id: 'id' }
    conditions.push({ sql: 'route.project_id = ?', values: [projectId], index })
  }
  const search: BoundedSearch = {
    workspaceId,
    table: 'inbound_routes',
    alias: 'route',
    conditions,
    columns: 'route.*',
  }
  const found = await searchPage<RouteRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, (rows) => rows.map(presentRoute))
}
