import type { Knex } from 'knex'
import type { Visibility } from './principal.js'

/**
 * Narrows a query to the rows that a credential sees. Every read of rows that belong to projects goes through
 * it, so that no tenant sees another's.
 *
 * @param table the table or its alias, where the query joins several
 */
export function visibleTo<Query extends Knex.QueryBuilder>(
  select: Query,
  visibility: Visibility,
  table?: string,
): Query {
  const column = (name: string) => (table === undefined ? name : `${table}.${name}`)
  void select.where(column('workspace_id'), visibility.workspaceId)
  if (visibility.projectId !== null) void select.where(column('project_id'), visibility.projectId)
  if (visibility.environment !== null) void select.where(column('environment'), visibility.environment)
  return select
}
