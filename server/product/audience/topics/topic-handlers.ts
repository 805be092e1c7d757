import { fromTypeId } from '../../../platform/db/ids.js'
import { visibilityOf } from '../../../platform/auth/principal.js'
import { searchPage, type BoundedSearch } from '../../../platform/http/lists/bounded-walk.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { presentPage, unclampedWindow } from '../../../platform/http/lists/pagination.js'
import { visibleConditions, withinProject } from '../../../platform/http/access/visible.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { admitProject } from '../../workspace/projects/admit-project.js'
import { projectsWithin } from '../../workspace/projects/projects.js'
import { findContact, keepContact } from '../contacts/contact-rows.js'
import { admitProof } from '../subscriptions/consents.js'
import { listTopicConsents, presentChoice, presentChoices } from './choices.js'
import { chooseTopic } from './choose.js'
import { deleteTopic } from './delete.js'
import { findTopic, lockTopic, presentTopic, type TopicRow } from './topic-rows.js'
import { insertTopic, updateTopic } from './save.js'

/** The handlers of topics, and of what contacts choose of them. */
export function topicHandlers({ wakes }: { readonly wakes: Wakes }) {
  return {
    createTopic: async ({ principal, body, tx }) => {
      const project = await admitProject(projectsWithin(tx.sql), principal, body.project_id)
      const row = await insertTopic(tx.sql, principal.workspaceId, project, body)
      return { status: 201, body: presentTopic(row) }
    },

    listTopics: async ({ principal, query, db }) => {
      const visible = withinProject(visibilityOf(principal), query.project_id)
      const search: BoundedSearch = {
        workspaceId: visible.workspaceId,
        table: 'topics',
        alias: 'topic',
        conditions: visibleConditions(visible, 'topics', 'topic'),
        columns: 'topic.*',
      }
      const found = await searchPage<TopicRow>(db, search, query, unclampedWindow(query))
      return { status: 200, body: await presentPage(found, (rows) => rows.map(presentTopic)) }
    },

    retrieveTopic: async ({ principal, path, db }) => {
      const row = await findTopic(db, visibilityOf(principal), fromTypeId('top', path.id))
      return { status: 200, body: presentTopic(row) }
    },

    updateTopic: async ({ principal, path, body, tx }) => {
      const before = await lockTopic(tx.sql, visibilityOf(principal), fromTypeId('top', path.id))
      return { status: 200, body: presentTopic(await updateTopic(tx.sql, before, body)) }
    },

    deleteTopic: async ({ principal, path, tx }) => {
      await deleteTopic(tx.sql, visibilityOf(principal), fromTypeId('top', path.id))
      return { status: 204, body: undefined }
    },

    retrieveContactTopics: async ({ principal, path, db }) => {
      const contact = await findContact(db, visibilityOf(principal), fromTypeId('con', path.id))
      return { status: 200, body: await presentChoices(db, contact) }
    },

    chooseContactTopic: async ({ principal, path, body, tx }) => {
      const { subscribed, ...given } = body
      const proof = admitProof(given)
      const contact = await keepContact(tx.sql, visibilityOf(principal), fromTypeId('con', path.id))
      await presentChoice(tx.sql, contact, path.key)
      const choice = { topic: path.key, subscribed, proof }
      const now = await chooseTopic(tx, contact.workspace_id, contact.id, choice)
      if (now !== undefined) tx.afterCommit(wakes.webhooks)
      return { status: 200, body: await presentChoice(tx.sql, contact, path.key) }
    },

    listTopicConsents: async ({ principal, path, query, db }) => {
      const contact = await findContact(db, visibilityOf(principal), fromTypeId('con', path.id))
      return { status: 200, body: await listTopicConsents(db, contact, query) }
    },
  } satisfies Partial<Handlers>
}
