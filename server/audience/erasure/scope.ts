import type { components } from '../../../generated/api-types.js'
import { fromTypeId, type Uuid } from '../../db/ids.js'
import { ApiError } from '../../http/errors.js'
import type { Environment, ProjectKeyPrincipal, WorkspaceKeyPrincipal } from '../../workspace/principal.js'
import type { ProjectStore } from '../../workspace/projects.js'

/** Where an address is erased. */
export interface Scope {
  readonly workspaceId: Uuid
  /** Null is the whole workspace. */
  readonly projectId: Uuid | null
  /** The project's. */
  readonly environment: Environment | null
}

/**
 * Where a key may erase what it asks for.
 *
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`
 */
export async function scopeOf(
  projects: ProjectStore,
  principal: ProjectKeyPrincipal | WorkspaceKeyPrincipal,
  { project_id: asked }: components['schemas']['CreateDeletionRequest'],
): Promise<Scope> {
  const { workspaceId, restrictions } = principal
  const own = principal.kind === 'projectKey' ? principal.projectId : undefined
  const projectId = asked === undefined ? own : fromTypeId('prj', asked)
  if (projectId === undefined) {
    if (restrictions.environment === null) return { workspaceId, projectId: null, environment: null }
    throw new ApiError(
      'environment_not_allowed',
      `This key is for ${restrictions.environment} projects: name one of them.`,
    )
  }
  const mayBe = own === undefined || own === projectId
  const project = mayBe ? await projects.find(workspaceId, projectId) : undefined
  if (project === undefined) {
    throw new ApiError('project_not_allowed', `This key may not erase in the project ${asked ?? ''}.`)
  }
  const { environment } = project
  if (restrictions.environment !== null && restrictions.environment !== environment) {
    throw new ApiError(
      'environment_not_allowed',
      `This key is for ${restrictions.environment} projects; this is a ${environment} project.`,
    )
  }
  return { workspaceId, projectId, environment }
}
