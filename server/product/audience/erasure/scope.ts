import type { components } from '../../../../generated/api-types.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { admitProject } from '../../workspace/projects/admit-project.js'
import { restrictionsOn, type Environment, type Principal } from '../../../platform/auth/principal.js'
import type { ProjectStore } from '../../workspace/projects/projects.js'

/** The workspace or project in which an address is erased. */
export interface ErasureScope {
  readonly workspaceId: WorkspaceId
  /** The project; null for the whole workspace. */
  readonly projectId: Uuid | null
  /** Environment of the project; null for the whole workspace. */
  readonly environment: Environment | null
}

/**
 * Returns the scope of a deletion request, if the credential may erase there.
 *
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`
 */
export async function scopeOf(
  projects: ProjectStore,
  principal: Principal,
  { project_id: asked }: components['schemas']['CreateDeletionRequest'],
): Promise<ErasureScope> {
  const { workspaceId } = principal
  const own = principal.kind === 'projectKey' ? toTypeId('prj', principal.projectId) : undefined
  const id = asked ?? own
  if (id !== undefined) {
    const project = await admitProject(projects, principal, id)
    return { workspaceId, projectId: project.id, environment: project.environment }
  }
  const { environment } = restrictionsOn(principal)
  if (environment === null) return { workspaceId, projectId: null, environment }
  throw new ApiError('environment_not_allowed', `This key is for ${environment} projects: name one of them.`)
}
