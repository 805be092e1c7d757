import type { Knex } from 'knex'
import type { SessionPrincipal, WorkspaceKeyPrincipal } from '../../../platform/auth/principal.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { DesignedProject } from './projects.js'

/** Selects the projects that a credential sees: those of its environment, if it is restricted to one. */
export function visibleProjects(
  db: Knex,
  principal: WorkspaceKeyPrincipal | SessionPrincipal,
): Knex.QueryBuilder<DesignedProject> {
  const projects = db<DesignedProject>('projects').where('workspace_id', principal.workspaceId)
  const only = onlyEnvironment(principal)
  return only === null ? projects : projects.where('environment', only)
}

/** Returns the environment that a key is restricted to, or null. */
export function onlyEnvironment(principal: WorkspaceKeyPrincipal | SessionPrincipal) {
  return principal.kind === 'workspaceKey' ? principal.restrictions.environment : null
}

export function noSuchProject(): ApiError {
  return new ApiError('not_found', 'No such project.')
}
