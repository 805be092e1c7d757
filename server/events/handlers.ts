import type { Knex } from 'knex'
import { searchPage, type BoundedSearch } from '../http/bounded-walk.js'
import {
  emptyPage,
  presentPage,
  type Page,
  type TimeWindow,
  type WindowQuery,
  clampWindow,
  presentWindow,
} from '../http/pagination.js'
import { type Visibility, visibilityOf } from '../auth/principal.js'
import { visibleConditions, withinProject } from '../workspace/visible.js'
import type { EventType } from './event-types.js'
import { presentEvent, type EventRow } from './present-event.js'
import type { Handlers } from '../http/handler.js'
import type { RetentionStart } from '../workspace/retention.js'

interface EventsQuery extends WindowQuery {
  readonly project_id?: string
  readonly type?: EventType
}

/** A page of events. */
export async function listEvents(
  db: Knex,
  visibility: Visibility,
  query: EventsQuery,
  window: TimeWindow,
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

export function eventHandlers(retention: RetentionStart): Pick<Handlers, 'listEvents'> {
  return {
    listEvents: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const page = await listEvents(db, visibilityOf(principal), query, window)
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },
  }
}
