import type { Knex } from 'knex'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../db/ids.js'
import type { Condition } from '../lists/bounded-walk.js'
import type { Environment, Visibility } from '../../auth/principal.js'
import { ApiError } from '../errors/api-error.js'

/**
 * Narrows a query to the rows that a credential sees. Every read of rows that belong to projects goes through it or,
 * if history is searched, through `visibleConditions`, so that no tenant sees another's.
 */
export function visibleTo<Query extends Knex.QueryBuilder>(select: Query, visibility: Visibility): Query {
  void select.where('workspace_id', visibility.workspaceId)
  if (visibility.projectId !== null) void select.where('project_id', visibility.projectId)
  if (visibility.environment !== null) void select.where('environment', visibility.environment)
  return select
}

/**
 * Returns the conditions of the rows that a credential sees, for a search, which is in one workspace anyway.
 *
 * @param table has an index by project
 * @param alias the name of the table in the search
 */
export function visibleConditions(visibility: Visibility, table: string, alias: string): Condition[] {
  const { projectId, environment } = visibility
  const conditions: Condition[] = []
  if (projectId !== null) {
    const index = { table, equal: { project_id: projectId }, id: 'id' }
    conditions.push({ sql: `${alias}.project_id = ?`, values: [projectId], index })
  }
  if (environment !== null) conditions.push({ sql: `${alias}.environment = ?`, values: [environment] })
  return conditions
}

/** Tells whether a credential sees a row that belongs to a project. */
export function isVisible(
  row: { readonly workspace_id: WorkspaceId; readonly project_id: Uuid; readonly environment: Environment },
  { workspaceId, projectId, environment }: Visibility,
): boolean {
  return (
    row.workspace_id === workspaceId &&
    (projectId === null || row.project_id === projectId) &&
    (environment === null || row.environment === environment)
  )
}

/**
 * Narrows to one project.
 *
 * @throws ApiError 403 `project_not_allowed` for another project than that of a project key: an empty list would look
 *   as if there were nothing in it
 */
export function withinProject(visibility: Visibility, project: string | undefined): Visibility {
  if (project === undefined) return visibility
  const projectId = fromTypeId('prj', project)
  if (visibility.projectId !== null && visibility.projectId !== projectId) {
    throw new ApiError(
      'project_not_allowed',
      'A project key reads from its own project only. Leave project_id out.',
    )
  }
  return { ...visibility, projectId }
}

/**
 * Narrows to one project, to the projects of one environment, or to both.
 *
 * @throws ApiError 403 `project_not_allowed` as `withinProject` does, `environment_not_allowed` for another
 *   environment than that which the credential is restricted to
 */
export function narrowedTo(
  visibility: Visibility,
  { project_id: project, environment }: { readonly project_id?: string; readonly environment?: Environment },
): Visibility {
  const visible = withinProject(visibility, project)
  if (environment === undefined) return visible
  if (visible.environment !== null && visible.environment !== environment) {
    throw new ApiError(
      'environment_not_allowed',
      `This key is for ${visible.environment} projects. Leave environment out.`,
    )
  }
  return { ...visible, environment }
}
