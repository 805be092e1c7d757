import { timeOf, toTypeId, type Uuid } from '../db/ids.js'
import type { Handlers } from '../http/handler.js'
import { clampWindow, selectPage, presentPage, presentWindow } from '../http/pagination.js'
import { visibleTo } from '../workspace/visible.js'
import { visibilityOf } from '../workspace/principal.js'
import type { RetentionStart } from '../workspace/retention.js'
import type { Environment } from '../workspace/principal.js'
import type { EventType } from './event-types.js'

interface EventRow {
  id: Uuid
  workspace_id: Uuid
  project_id: Uuid
  environment: Environment
  type: EventType
  data: Record<string, unknown>
}

export function eventHandlers(retention: RetentionStart): Pick<Handlers, 'listEvents'> {
  return {
    listEvents: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const events = visibleTo(db<EventRow>('events'), visibilityOf(principal))
      const rows = await selectPage<EventRow>(events, 'id', query, window)
      const page = await presentPage(rows, query, (shown) => shown.map(presentEvent))
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },
  }
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
