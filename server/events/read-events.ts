import type { Knex } from 'knex'
import { timeOf, toTypeId, type Uuid } from '../db/ids.js'
import { searchPage, type BoundedSearch } from '../http/bounded-walk.js'
import { emptyPage, presentPage, type Page, type Window, type WindowQuery } from '../http/pagination.js'
import type { Environment, Visibility } from '../workspace/principal.js'
import { visibleConditions, withinProject } from '../workspace/visible.js'
import type { EventType } from './event-types.js'

interface EventRow {
  id: Uuid
  workspace_id: Uuid
  project_id: Uuid
  environment: Environment
  type: EventType
  data: Record<string, unknown>
}

interface EventsQuery extends WindowQuery {
  readonly project_id?: string
  readonly type?: EventType
}

/** A page of events. */
export async function listEvents(
  db: Knex,
  visibility: Visibility,
  query: EventsQuery,
  window: Window,
): Promise<Page<ReturnType<typeof presentEvent>>> {
  const visible = withinProject(visibility, query.project_id)
  if (visible === undefined) return emptyPage
  const conditions = visibleConditions(visible, 'events', 'event')
  if (query.type !== undefined) conditions.push({ sql: 'event.type = ?', values: [query.type] })
  const search: BoundedSearch = {
    workspaceId: visible.workspaceId,
    table: 'events',
    alias: 'event',
    conditions,
    columns: 'event.*',
  }
  const found = await searchPage<EventRow>(db, search, query, window)
  return presentPage(found, (shown) => shown.map(presentEvent))
}

/** The envelope of an event, the same in a list and in a webhook. */
function presentEvent(row: EventRow) {
  return {
    id: toTypeId('evt', row.id),
    type: row.type,
    created_at: timeOf(row.id).toISOString(),
    api_version: 'v1' as const,
    workspace_id: toTypeId('ws', row.workspace_id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    data: row.data,
  }
}
