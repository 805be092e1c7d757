import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { searchPage, type Condition } from '../../../platform/http/bounded-walk.js'
import { ApiError } from '../../../platform/http/errors.js'
import type { Handlers } from '../../../platform/http/handler.js'
import { unclampedWindow, presentPage } from '../../../platform/http/pagination.js'
import { statement } from '../../../platform/db/statement.js'
import { exportEntries } from './export.js'
import { presentEntries, type AuditRow } from './present.js'
import type { operations } from '../../../../generated/api-types.js'
import { isShortLived } from '../../../platform/audit/short-lived.js'

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
      const stream = exportEntries(db, workspaceId, conditions, window, accepts)
      return { status: 200, contentType: accepts, stream }
    },
  } satisfies Partial<Handlers>
}

/** What the audit log can be searched by. */
export type AuditFilters = Omit<
  NonNullable<operations['exportAuditEvents']['parameters']['query']>,
  'since' | 'until'
>

/**
 * The conditions of a search on `entry`, what narrows it most first: the first one with an index drives the search.
 * Successes and the keys of projects have no index, since nearly every entry may be of them.
 */
export function auditConditions(filters: AuditFilters): Condition[] {
  const { actor_id: actor, actor_kind: kind, operation, outcome, resource_id: resource } = filters
  const conditions: Condition[] = []
  if (resource !== undefined) conditions.push(indexed('resource_id', resource))
  const ofOperation = operation === undefined ? undefined : indexed('operation', operation)
  const isMany = operation !== undefined && isShortLived(operation)
  if (ofOperation !== undefined && !isMany) conditions.push(ofOperation)
  if (outcome !== undefined && outcome !== 'succeeded') conditions.push(indexed('rare_outcome', outcome))
  if (actor !== undefined) {
    conditions.push(indexed('actor_id', fromTypeId(actor.startsWith('usr_') ? 'usr' : 'key', actor)))
  }
  if (kind !== undefined && kind !== 'project_key') conditions.push(indexed('rare_kind', kind))
  if (ofOperation !== undefined && isMany) conditions.push(ofOperation)
  if (outcome === 'succeeded') conditions.push({ sql: 'entry.outcome = ?', values: [outcome] })
  if (kind === 'project_key') conditions.push({ sql: 'entry.actor_kind = ?', values: [kind] })
  return conditions
}

function indexed(column: string, value: string): Condition {
  const index = { table: 'audit_events', equal: { [column]: value }, id: 'id' }
  return { sql: `entry.${column} = ?`, values: [value], index }
}
