import { ApiError } from '../http/errors.js'
import type { Handlers } from '../http/handler.js'
import { selectPage, presentPage } from '../http/pagination.js'
import type { SessionPrincipal, WorkspaceKeyPrincipal } from '../auth/principal.js'
import { insertProject, presentProject, type Project } from './projects.js'

export function projectHandlers(): Pick<Handlers, 'createProject' | 'listProjects'> {
  return {
    createProject: async ({ principal, body, tx }) => {
      const environment = body.environment ?? 'live'
      const only = onlyEnvironment(principal)
      if (only !== null && environment !== only) {
        throw new ApiError('environment_not_allowed', `This key is for ${only} projects.`)
      }
      const project = await insertProject(tx.sql, principal.workspaceId, { name: body.name, environment })
      return { status: 201, body: presentProject(project) }
    },

    listProjects: async ({ principal, query, db }) => {
      const projects = db<Project>('projects').where('workspace_id', principal.workspaceId)
      const only = onlyEnvironment(principal)
      if (only !== null) void projects.where('environment', only)
      const found = await selectPage<Project>(projects, 'id', query)
      return { status: 200, body: await presentPage(found, (shown) => shown.map(presentProject)) }
    },
  }
}

function onlyEnvironment(principal: WorkspaceKeyPrincipal | SessionPrincipal) {
  return principal.kind === 'workspaceKey' ? principal.restrictions.environment : null
}
