import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { askedValues } from '../../../platform/http/asked-values.js'
import { isOneOf, searchPage, type Condition, type IndexWalk } from '../../../platform/http/bounded-walk.js'
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

/** A condition that at most one part of an index has all rows of. */
export interface AuditCondition extends Condition {
  readonly index?: IndexWalk
}

/**
 * The conditions of a search on `entry`, what narrows it most first: the first one with an index drives the search.
 * Successes and the keys of projects have no index, since nearly every entry may be of them. Neither do several outcomes or kinds drive a search: an export goes
 * along one index.
 *
 * @throws ApiError 422 where one outcome or kind and several are asked for
 */
export function auditConditions(filters: AuditFilters): AuditCondition[] {
  const { actor_id: actor, operation, resource_id: resource } = filters
  const kinds = askedValues(['actor_kind', 'actor_kinds'], {
    one: filters.actor_kind,
    several: filters.actor_kinds,
  })
  const outcomes = askedValues(['outcome', 'outcomes'], {
    one: filters.outcome,
    several: filters.outcomes,
  })
  const [outcome] = outcomes?.length === 1 ? outcomes : []
  const [kind] = kinds?.length === 1 ? kinds : []
  const conditions: AuditCondition[] = []
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
  if (outcomes !== undefined) conditions.push(isOneOf('entry.outcome', outcomes))
  if (kinds !== undefined) conditions.push(isOneOf('entry.actor_kind', kinds))
  return conditions
}

function indexed(column: string, value: string): AuditCondition {
  const index = { table: 'audit_events', equal: { [column]: value }, id: 'id' }
  return { sql: `entry.${column} = ?`, values: [value], index }
}
