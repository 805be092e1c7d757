import type { Knex } from 'knex'
import { visibilityOf, type Principal, type Visibility } from '../../../platform/auth/principal.js'
import type { Uuid } from '../../../platform/db/ids.js'
import type { Condition } from '../../../platform/http/lists/bounded-walk.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { admitNamedProject } from '../../workspace/projects/admit-project.js'
import { findProject, type Project } from '../../workspace/projects/projects.js'

/**
 * Says which templates a credential sees and changes. A key that is limited to a project or an environment sees the
 * templates of every project as well, since its sends can use them, but others depend on them, so it cannot change
 * them.
 */

/** Narrows a query of templates to those that a credential sees. */
export function visibleTemplates<Query extends Knex.QueryBuilder>(
  select: Query,
  { workspaceId, projectId, environment }: Visibility,
): Query {
  void select.where('workspace_id', workspaceId)
  if (projectId !== null) void select.whereRaw('(project_id is null or project_id = ?)', [projectId])
  if (environment !== null) void select.whereRaw('(environment is null or environment = ?)', [environment])
  return select
}

/** Returns the conditions of the templates that a credential sees, for a search among those named `template`. */
export function templateConditions({ projectId, environment }: Visibility): Condition[] {
  const conditions: Condition[] = []
  if (projectId !== null) {
    const sql = 'template.project_id is null or template.project_id = ?'
    conditions.push({ sql, values: [projectId] })
  }
  if (environment !== null) {
    const sql = 'template.environment is null or template.environment = ?'
    conditions.push({ sql, values: [environment] })
  }
  return conditions
}

/**
 * Refuses to change a template of every project for a credential that is limited to some.
 *
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`
 */
export function refuseShared(
  { projectId, environment }: Visibility,
  template: { readonly project_id: Uuid | null },
): void {
  if (template.project_id !== null) return
  if (projectId !== null) {
    const message = 'This template belongs to every project. A project key changes those of its project only.'
    throw new ApiError('project_not_allowed', message)
  }
  if (environment !== null) {
    const message = `This template belongs to every project, and this key is for ${environment} projects.`
    throw new ApiError('environment_not_allowed', message)
  }
}

/**
 * Finds the project that a new template is for. A project key that names none means its own.
 *
 * @param given external id; null or undefined for every project
 * @returns undefined for every project
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`; 422 `validation_failed` if a session
 *   names a project that its workspace does not have
 */
export async function admitPlace(
  db: Knex,
  principal: Principal,
  given: string | null | undefined,
): Promise<Project | undefined> {
  if (given != null) return admitNamedProject(db, principal, given)
  if (principal.kind === 'projectKey' && given === undefined) {
    return findProject(db, principal.workspaceId, principal.projectId)
  }
  refuseShared(visibilityOf(principal), { project_id: null })
  return undefined
}

/**
 * Refuses to show a contact to a key that may not read contacts.
 *
 * @throws ApiError 403 `insufficient_scope`
 */
export function admitShownContact(principal: Principal): void {
  if (principal.kind === 'workspaceSession' || principal.scopes.includes('contacts:*')) return
  throw new ApiError('insufficient_scope', 'Showing mail for a contact needs the scope contacts:* as well.')
}
