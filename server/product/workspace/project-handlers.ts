import { fromTypeId } from '../../platform/db/ids.js'
import { ApiError } from '../../platform/http/errors.js'
import type { Handlers } from '../../platform/http/handler.js'
import { selectPage, presentPage } from '../../platform/http/pagination.js'
import { insertProject, presentProject, type CachedProjects, type Project } from './projects.js'
import { shownName } from './shown-name.js'
import { updateProject } from './update-project.js'
import { noSuchProject, onlyEnvironment, visibleProjects } from './visible-projects.js'

export function projectHandlers(projects: CachedProjects) {
  return {
    createProject: async ({ principal, body, tx }) => {
      const environment = body.environment ?? 'live'
      const only = onlyEnvironment(principal)
      if (only !== null && environment !== only) {
        throw new ApiError('environment_not_allowed', `This key is for ${only} projects.`)
      }
      const name = shownName(body.name)
      const { opens = false, clicks = false } = body.tracking ?? {}
      const fields = { name, environment, track_opens: opens, track_clicks: clicks }
      const project = await insertProject(tx.sql, principal.workspaceId, fields)
      return { status: 201, body: presentProject(project) }
    },

    listProjects: async ({ principal, query, db }) => {
      const select = visibleProjects(db, principal)
      if (query.archived === true) void select.whereNotNull('archived_at')
      if (query.archived === false) void select.whereNull('archived_at')
      const found = await selectPage<Project>(select, 'id', query)
      return { status: 200, body: await presentPage(found, (shown) => shown.map(presentProject)) }
    },

    retrieveProject: async ({ principal, path, db }) => {
      const project = (await visibleProjects(db, principal)
        .where('id', fromTypeId('prj', path.id))
        .first()) as Project | undefined
      if (project === undefined) throw noSuchProject()
      return { status: 200, body: presentProject(project) }
    },

    updateProject: async ({ principal, path, body, tx }) => {
      const id = fromTypeId('prj', path.id)
      const project = await updateProject(tx, principal, id, body)
      tx.afterCommit(() => projects.forget(principal.workspaceId, id))
      return { status: 200, body: presentProject(project) }
    },
  } satisfies Partial<Handlers>
}
