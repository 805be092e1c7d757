import { fromTypeId } from '../../../platform/db/ids.js'
import { exportRows, pagesOfList } from '../../../platform/http/lists/export-rows.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { admitProject } from '../../workspace/projects/admit-project.js'
import { visibilityOf } from '../../../platform/auth/principal.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { projectsWithin } from '../../workspace/projects/projects.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { refuseErased } from '../erasure/refuse-erased.js'
import { deleteContact } from './delete.js'
import { listContactEvents, recordContactEvent } from './events.js'
import { contactColumns } from './export.js'
import { listContacts } from './list.js'
import { findContact, keepContact, keepContactWithAddress, presentContact } from './contact-rows.js'
import { updateContact } from './update.js'
import { readBatch, upsertBatch } from './many/batch.js'
import { upsertContact } from './upsert.js'

export interface ContactDependencies {
  /** Makes the tokens that stand for erased addresses. */
  readonly tokens: AddressTokens
  readonly wakes: Wakes
}

export function contactHandlers({ tokens, wakes }: ContactDependencies) {
  return {
    upsertContact: async ({ principal, body, tx }) => {
      const { workspaceId } = principal
      const projects = projectsWithin(tx.sql)
      const project = await admitProject(projects, principal, body.project_id)
      const to = { workspaceId, projectId: project.id, environment: project.environment }
      await refuseErased(tx.sql, tokens, to, body.email)
      const { contact, created, isWanted } = await upsertContact(tx, to, body)
      if (body.unsubscribed !== undefined) tx.afterCommit(wakes.webhooks)
      if (isWanted) tx.afterCommit(wakes.automations)
      return { status: created ? 201 : 200, body: await presentContact(tx.sql, contact) }
    },

    upsertContactBatch: {
      prepare: async ({ principal, body }) => {
        const items = await readBatch(body.contacts)
        return async ({ tx }) => {
          const { workspaceId } = principal
          const project = await admitProject(projectsWithin(tx.sql), principal, body.project_id)
          const to = { workspaceId, projectId: project.id, environment: project.environment }
          return { status: 200, body: await upsertBatch(tx, { tokens, wakes }, to, items) }
        }
      },
    },

    updateContact: async ({ principal, path, body, tx }) => {
      const id = fromTypeId('con', path.id)
      const contact = await updateContact(tx, tokens, visibilityOf(principal), { id, fields: body })
      if (body.unsubscribed !== undefined) tx.afterCommit(wakes.webhooks)
      return { status: 200, body: await presentContact(tx.sql, contact) }
    },

    exportContacts: ({ principal, query, accepts, db }) => {
      const pages = pagesOfList((page) => listContacts(db, visibilityOf(principal), { ...query, ...page }))
      const stream = exportRows(pages, contactColumns, accepts)
      return Promise.resolve({ status: 200, contentType: accepts, stream })
    },

    listContacts: async ({ principal, query, db }) => ({
      status: 200,
      body: await listContacts(db, visibilityOf(principal), query),
    }),

    retrieveContact: async ({ principal, path, db }) => {
      const contact = await findContact(db, visibilityOf(principal), fromTypeId('con', path.id))
      return { status: 200, body: await presentContact(db, contact) }
    },

    deleteContact: async ({ principal, path, tx }) => {
      await deleteContact(tx.sql, tokens, visibilityOf(principal), fromTypeId('con', path.id))
      return { status: 204, body: undefined }
    },

    recordContactEvent: async ({ principal, path, body, tx }) => {
      const contact = await keepContact(tx.sql, visibilityOf(principal), fromTypeId('con', path.id))
      const { event, isWanted } = await recordContactEvent(tx, contact, body)
      if (isWanted) tx.afterCommit(wakes.automations)
      return { status: 201, body: event }
    },

    recordContactEventByAddress: async ({ principal, body, tx }) => {
      const { workspaceId } = principal
      const project = await admitProject(projectsWithin(tx.sql), principal, body.project_id)
      const contact = await keepContactWithAddress(tx.sql, workspaceId, project.id, body.email)
      const { event, isWanted } = await recordContactEvent(tx, contact, body)
      if (isWanted) tx.afterCommit(wakes.automations)
      return { status: 201, body: event }
    },

    listContactEvents: async ({ principal, path, query, db }) => {
      const contact = await findContact(db, visibilityOf(principal), fromTypeId('con', path.id))
      return { status: 200, body: await listContactEvents(db, contact, query) }
    },
  } satisfies Partial<Handlers>
}
