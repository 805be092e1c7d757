import type { operations } from '../../../../generated/api-types.js'
import { isShortLived } from '../../../platform/audit/short-lived.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import { askedValues } from '../../../platform/http/lists/asked-values.js'
import { isOneOf, type Condition, type IndexWalk } from '../../../platform/http/lists/bounded-walk.js'

/** Filters of a search of the audit log. */
export type AuditFilters = Omit<
  NonNullable<operations['exportAuditEvents']['parameters']['query']>,
  'since' | 'until'
>

/** A condition that may have an index, one range of which contains all rows that match. */
export interface AuditCondition extends Condition {
  readonly index?: IndexWalk
}

/**
 * Returns the conditions of a search on `entry`, the most selective first: the first one with an index drives the
 * search. Successes and the keys of projects have no index, since nearly every entry may match. Several outcomes or
 * kinds drive no search either: an export goes along one index.
 *
 * @throws ApiError 422 if both one outcome or kind and several are asked for
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
