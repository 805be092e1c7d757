import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId, fromTypeId } from '../../../platform/db/ids.js'
import { type SubscriberListRow, findList, lockList } from './list-rows.js'
import { refuseOtherDomains, refuseOthersMail } from '../../domains/sender-rules.js'
import { searchPage, type BoundedSearch } from '../../../platform/http/lists/bounded-walk.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { unclampedWindow, presentPage } from '../../../platform/http/lists/pagination.js'
import { admitProject } from '../../workspace/projects/admit-project.js'
import { visibilityOf } from '../../../platform/auth/principal.js'
import { projectsWithin } from '../../workspace/projects/projects.js'
import { visibleConditions, withinProject } from '../../../platform/http/access/visible.js'
import { deleteList } from './delete.js'
import { figuresOfLists } from './figures.js'
import { insertList, updateList } from './save.js'

/** A list as the contract shows it. */
function presentList(row: SubscriberListRow): components['schemas']['SubscriberList'] {
  return {
    id: toTypeId('lst', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    name: row.name,
    from_email: row.from_email,
    from_name: row.from_name,
    confirmation: {
      subject: row.confirmation_subject,
      text: row.confirmation_text,
      html: row.confirmation_html,
    },
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function subscriberListHandlers() {
  return {
    createSubscriberList: async ({ principal, body, tx }) => {
      const projects = projectsWithin(tx.sql)
      const project = await admitProject(projects, principal, body.project_id)
      // Sending checks whether the domain is verified, because that may have changed by then.
      refuseOtherDomains(principal, body.from_email)
      const row = await insertList(tx.sql, principal.workspaceId, project, body)
      return { status: 201, body: presentList(row) }
    },

    listSubscriberLists: async ({ principal, query, db }) => {
      const visible = withinProject(visibilityOf(principal), query.project_id)
      const search: BoundedSearch = {
        workspaceId: visible.workspaceId,
        table: 'subscriber_lists',
        alias: 'list',
        conditions: visibleConditions(visible, 'subscriber_lists', 'list'),
        columns: 'list.*',
      }
      const found = await searchPage<SubscriberListRow>(db, search, query, unclampedWindow(query))
      const body = await presentPage(found, async (rows) => {
        if (query.include?.includes('figures') !== true) return rows.map(presentList)
        const ids = rows.map(({ id }) => id)
        const figures = await figuresOfLists(db, visible.workspaceId, ids)
        return rows.map((row) => ({ ...presentList(row), figures: figures(row.id) }))
      })
      return { status: 200, body }
    },

    retrieveSubscriberList: async ({ principal, path, db }) => {
      const row = await findList(db, visibilityOf(principal), fromTypeId('lst', path.id))
      return { status: 200, body: presentList(row) }
    },

    updateSubscriberList: async ({ principal, path, body, tx }) => {
      const before = await lockList(tx.sql, visibilityOf(principal), fromTypeId('lst', path.id))
      refuseOthersMail(principal, before.from_email)
      if (body.from_email !== undefined) refuseOtherDomains(principal, body.from_email)
      return { status: 200, body: presentList(await updateList(tx.sql, before, body)) }
    },

    deleteSubscriberList: async ({ principal, path, tx }) => {
      const id = fromTypeId('lst', path.id)
      refuseOthersMail(principal, (await findList(tx.sql, visibilityOf(principal), id)).from_email)
      await deleteList(tx.sql, visibilityOf(principal), id)
      return { status: 204, body: undefined }
    },
  } satisfies Partial<Handlers>
}
