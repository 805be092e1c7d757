import type { Handlers } from '../http/handler.js'
import { clampWindow, presentWindow } from '../http/pagination.js'
import { visibilityOf } from '../auth/principal.js'
import type { RetentionStart } from '../workspace/retention.js'
import { listEvents } from './read-events.js'

export function eventHandlers(retention: RetentionStart): Pick<Handlers, 'listEvents'> {
  return {
    listEvents: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const page = await listEvents(db, visibilityOf(principal), query, window)
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },
  }
}
