import type { operations } from '../../../../generated/api-types.js'
import { isShortLived } from '../../../platform/audit/short-lived.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import type { Condition } from '../../../platform/http/bounded-walk.js'

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
