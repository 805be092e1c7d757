import type { Knex } from 'knex'
import { restrictionsOn, type Principal } from '../../../platform/auth/principal.js'
import { fromTypeId, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { findProject, namedProject, type Project, type ProjectStore } from './projects.js'

/**
 * Finds the project that a credential wants to send or keep something for. A project key acts for its own
 * project, a workspace key for those of its environment, and a session for all projects of its workspace.
 *
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`
 */
export async function admitProject(
  projects: ProjectStore,
  principal: Principal,
  id: string,
): Promise<Project> {
  const projectId: Uuid = fromTypeId('prj', id)
  const mayBe = principal.kind !== 'projectKey' || principal.projectId === projectId
  const project = mayBe ? await projects.find(principal.workspaceId, projectId) : undefined
  if (project === undefined) {
    const own = mayBe ? '' : ` It is a key of ${toTypeId('prj', principal.projectId)}.`
    throw new ApiError('project_not_allowed', `This credential may not act for the project ${id}.${own}`)
  }
  const { environment } = restrictionsOn(principal)
  if (environment !== null && project.environment !== environment) {
    throw new ApiError(
      'environment_not_allowed',
      `This key is for ${environment} projects; ${id} is a ${project.environment} project.`,
    )
  }
  return project
}

/**
 * Finds the project that the body of a request names, as `admitProject` does for a key. For a session, an unknown
 * project is a mistake in the request.
 *
 * @param given external id
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`; 422 `validation_failed`
 */
export async function admitNamedProject(db: Knex, principal: Principal, given: string): Promise<Project> {
  if (principal.kind === 'workspaceSession') return namedProject(db, principal.workspaceId, given)
  return admitProject({ find: (workspaceId, id) => findProject(db, workspaceId, id) }, principal, given)
}
