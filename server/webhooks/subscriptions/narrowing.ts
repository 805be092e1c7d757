import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId, type Uuid } from '../../db/ids.js'
import { ApiError, refusedValue } from '../../http/errors.js'
import type { Environment, WorkspaceKeyPrincipal } from '../../auth/principal.js'
import { findProject } from '../../workspace/projects.js'

/** Whose events a subscription is for; null is any. With a project the environment is the project's. */
export interface Narrowing {
  readonly project_id: Uuid | null
  readonly environment: Environment | null
}

type Asked = Pick<components['schemas']['UpdateWebhookRequest'], 'project_id' | 'environment'>

/**
 * What a subscription is narrowed to.
 *
 * @param asked by the request; what it leaves out stays
 * @param present what it was narrowed to before
 * @throws ApiError 403 `environment_not_allowed`, or 422 where there is no such project or it is of another environment
 */
export async function narrowingOf(
  db: Knex,
  principal: WorkspaceKeyPrincipal,
  asked: Asked,
  present: Narrowing,
): Promise<Narrowing> {
  const held = principal.restrictions.environment
  const projectId = projectOf(asked, present)
  if (projectId !== null) {
    const environment = await environmentOf(db, principal, projectId)
    if (held !== null && environment !== held) throw notAllowed(held)
    // Null asks for both, and of a project there is but one.
    if ((asked.environment ?? environment) !== environment) {
      throw refusedValue('/body/environment', 'environment', `must be ${environment}, as the project`)
    }
    return { project_id: projectId, environment }
  }
  const environment = asked.environment === undefined ? (held ?? present.environment) : asked.environment
  if (held !== null && environment !== held) throw notAllowed(held)
  return { project_id: null, environment }
}

function projectOf(asked: Asked, present: Narrowing): Uuid | null {
  if (asked.project_id === undefined) return present.project_id
  return asked.project_id === null ? null : fromTypeId('prj', asked.project_id)
}

async function environmentOf(
  db: Knex,
  principal: WorkspaceKeyPrincipal,
  projectId: Uuid,
): Promise<Environment> {
  const project = await findProject(db, principal.workspaceId, projectId)
  if (project !== undefined) return project.environment
  throw refusedValue('/body/project_id', 'unknown', 'must be a project of this workspace')
}

function notAllowed(held: Environment): ApiError {
  return new ApiError('environment_not_allowed', `This key makes subscriptions for ${held} events only.`)
}
