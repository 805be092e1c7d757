import type { ProjectKeyPrincipal, WorkspaceKeyPrincipal } from '../auth/principal.js'
import { fromTypeId, type Uuid } from '../db/ids.js'
import { ApiError } from '../http/errors.js'
import type { Project, ProjectStore } from './projects.js'

/** The holder of a key, which acts for projects. */
export type Sender = ProjectKeyPrincipal | WorkspaceKeyPrincipal

/**
 * Finds the project that a credential wants to send or keep something for.
 *
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`
 */
export async function admitProject(projects: ProjectStore, sender: Sender, id: string): Promise<Project> {
  const projectId: Uuid = fromTypeId('prj', id)
  const mayBe = sender.kind === 'workspaceKey' || sender.projectId === projectId
  const project = mayBe ? await projects.find(sender.workspaceId, projectId) : undefined
  if (project === undefined) {
    throw new ApiError('project_not_allowed', `This key may not act for the project ${id}.`)
  }
  const { environment } = sender.restrictions
  if (environment !== null && project.environment !== environment) {
    throw new ApiError(
      'environment_not_allowed',
      `This key is for ${environment} projects; ${id} is a ${project.environment} project.`,
    )
  }
  return project
}
