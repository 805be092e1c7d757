import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from './ids.js'
import { gather } from './statement.js'

/** A workspace that has rows in a table. */
export interface WorkspaceWithRows<First> {
  readonly id: WorkspaceId
  /** Of the first of them. */
  readonly first: First
}

/** Finds the next workspaces behind one, sorted by id. */
export type WorkspacesWith<First> = (
  db: Knex,
  after: Uuid,
  max: number,
) => Promise<WorkspaceWithRows<First>[]>

/**
 * Finds the workspaces that have rows in a table. A loose index scan, from each workspace in the index straight to the
 * next one: workspaces without rows cost nothing, nor do many rows of one workspace.
 *
 * @param column the column that follows the workspace in an index
 * @param options.name what the rows are called, if not as the table
 * @param options.where the condition of that index, where it has one
 * @param options.first SQL: what is said of the first row, if it is not that column
 */
export function workspacesWith<First>(
  table: string,
  column: string,
  { name = table, where = 'true', first = column }: { name?: string; where?: string; first?: string } = {},
): WorkspacesWith<First> {
  const next = (after: string) =>
    `select workspace_id, ${first} as first from ${table}
     where workspace_id > ${after} and ${where} order by workspace_id, ${column} limit 1`
  return gather<[after: Uuid, max: number], WorkspaceWithRows<First>>(
    `select_workspaces_with_${name}`,
    `with recursive found (workspace_id, first) as (
       (${next('$1')})
       union all
       select next.workspace_id, next.first from found cross join lateral (${next('found.workspace_id')}) next
     )
     select workspace_id as id, first from found limit $2`,
  )
}
