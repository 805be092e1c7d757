import type { RetentionStart } from '../../../platform/db/retention.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { clampWindow, presentWindow } from '../../../platform/http/lists/pagination.js'
import { listTlsReports } from './list.js'

/**
 * @param retention finds the beginning of each workspace's retention window
 */
export function tlsReportHandlers({ retention }: { readonly retention: RetentionStart }) {
  return {
    listTlsReports: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const page = await listTlsReports(db, principal.workspaceId, query, window)
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },
  } satisfies Partial<Handlers>
}
