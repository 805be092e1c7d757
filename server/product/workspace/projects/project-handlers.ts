import { fromTypeId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { selectPage, presentPage } from '../../../platform/http/lists/pagination.js'
import { chosenDesign } from './page-design.js'
import {
  insertProject,
  presentListedProject,
  presentProject,
  type CachedProjects,
  type DesignedProject,
} from './projects.js'
import { shownName } from '../shown-name.js'
import { updateProject } from './update-project.js'
import { noSuchProject, onlyEnvironment, visibleProjects } from './visible-projects.js'

const listedColumns = ['id', 'name', 'environment', 'track_opens', 'track_clicks', 'archived_at'] as const

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
      const page_design = chosenDesign(null, body.pages ?? null)
      const fields = { name, environment, track_opens: opens, track_clicks: clicks, page_design }
      const project = await insertProject(tx.sql, principal.workspaceId, fields)
      return { status: 201, body: presentProject(project) }
    },

    listProjects: async ({ principal, query, db }) => {
      const select = visibleProjects(db, principal)
      if (query.archived === true) void select.whereNotNull('archived_at')
      if (query.archived === false) void select.whereNull('archived_at')
      void select.select(...listedColumns, db.raw("page_design - 'logo' as page_design"))
      const found = await selectPage<DesignedProject>(select, 'id', query)
      return { status: 200, body: await presentPage(found, (shown) => shown.map(presentListedProject)) }
    },

    retrieveProject: async ({ principal, path, db }) => {
      const project = (await visibleProjects(db, principal)
        .where('id', fromTypeId('prj', path.id))
        .first()) as DesignedProject | undefined
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
