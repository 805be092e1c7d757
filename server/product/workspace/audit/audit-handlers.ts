import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { searchPage } from '../../../platform/http/lists/bounded-walk.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { unclampedWindow, presentPage } from '../../../platform/http/lists/pagination.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { auditConditions } from './conditions.js'
import { exportEntries } from './export.js'
import { presentEntries, type AuditRow } from './present.js'

const selectEntry = statement<[workspaceId: WorkspaceId, id: Uuid], AuditRow>(
  'select_audit_event',
  'select * from audit_events where workspace_id = $1 and id = $2',
)

export function auditHandlers() {
  return {
    listAuditEvents: async ({ principal: { workspaceId }, query, db }) => {
      const search = {
        workspaceId,
        table: 'audit_events',
        alias: 'entry',
        conditions: auditConditions(query),
        columns: 'entry.*',
      }
      const found = await searchPage<AuditRow>(db, search, query, unclampedWindow(query))
      const page = await presentPage(found, (rows) => presentEntries(db, workspaceId, rows))
      return { status: 200, body: page }
    },

    retrieveAuditEvent: async ({ principal: { workspaceId }, path, db }) => {
      const [shown] = await presentEntries(
        db,
        workspaceId,
        await selectEntry(db, workspaceId, fromTypeId('aud', path.id)),
      )
      if (shown === undefined) throw new ApiError('not_found', 'No such entry in the audit log.')
      return { status: 200, body: shown }
    },

    exportAuditEvents: async ({ principal: { workspaceId }, query, accepts, db }) => {
      const conditions = auditConditions(query)
      const window = unclampedWindow(query)
      const stream = exportEntries(db, workspaceId, conditions, { window, format: accepts })
      return { status: 200, contentType: accepts, stream }
    },
  } satisfies Partial<Handlers>
}
