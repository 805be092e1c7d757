import type { Knex } from 'knex'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { lockedProject } from './locked-project.js'
import type { Project } from './projects.js'

/**
 * Refuses sends from archived projects. A send checks its project as the process knows it, which may be some seconds
 * old. A scheduled campaign or an automation that becomes active sends later by itself, and so would outlive the
 * archiving: therefore it locks the project's row.
 */

/**
 * Refuses to send from an archived project.
 *
 * @throws ApiError 409 `invalid_state`
 */
export function refuseArchived(project: Pick<Project, 'id' | 'archived_at'>): void {
  if (project.archived_at === null) return
  const id = toTypeId('prj', project.id)
  throw new ApiError(
    'invalid_state',
    `The project ${id} is archived, so nothing can be sent from it. PATCH /v1/projects/${id} restores it.`,
  )
}

const keepProject = statement<
  [workspaceId: WorkspaceId, projectId: Uuid],
  Pick<Project, 'id' | 'archived_at'>
>('keep_project_in_use', lockedProject('projects.id, archived_at', 'share'))

/**
 * Refuses to send from an archived project, and keeps one in use from being archived until the transaction ends. Lock
 * the sender first, such as the campaign: a transaction that archives a project waits for nothing else.
 *
 * @throws ApiError 409 `invalid_state`
 */
export async function keepInUse(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  projectId: Uuid,
): Promise<void> {
  const [project] = await keepProject(trx, workspaceId, projectId)
  if (project === undefined) throw new Error('a resource names a project that does not exist')
  refuseArchived(project)
}
