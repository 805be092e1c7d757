import { fromTypeId, toTypeId } from '../../../platform/db/ids.js'
import { refuseOtherDomains } from '../../domains/sender-rules.js'
import type { Handlers } from '../../../platform/http/handler.js'
import { unclampedWindow, presentPage } from '../../../platform/http/pagination.js'
import type { Admission } from '../../messages/admit/admit.js'
import { admitProject } from '../../workspace/admit-project.js'
import { refuseArchived } from '../../workspace/archived-projects.js'
import { visibilityOf } from '../../../platform/auth/principal.js'
import { findContact } from '../contacts/rows.js'
import { findList } from '../lists/rows.js'
import { admitProof } from './consents.js'
import { listSubscriptions, listSubscriptionsOf } from './list.js'
import { presentSubscription, presentSubscriptions } from './present.js'
import { requestSubscription, type OptInDependencies } from './request.js'
import { findSubscription, lockVisibleSubscription } from './rows.js'
import { unsubscribe } from './unsubscribe.js'

type Operation =
  | 'requestSubscription'
  | 'listSubscriptions'
  | 'retrieveSubscription'
  | 'unsubscribeSubscription'
  | 'listContactSubscriptions'

export interface SubscriptionDependencies extends OptInDependencies {
  readonly admission: Admission
}

export function subscriptionHandlers(dependencies: SubscriptionDependencies): Pick<Handlers, Operation> {
  const { admission, links, wakes } = dependencies
  const keyOf = (path: { id: string; subscription_id: string }) => ({
    listId: fromTypeId('lst', path.id),
    id: fromTypeId('sub', path.subscription_id),
  })

  return {
    requestSubscription: {
      // Who may send is asked on other connections, which no open transaction may wait for.
      prepare: async ({ principal, path, body, db }) => {
        const list = await findList(db, visibilityOf(principal), fromTypeId('lst', path.id))
        const proof = admitProof(body)
        const project = await admitProject(admission.projects, principal, toTypeId('prj', list.project_id))
        refuseArchived(project)
        refuseOtherDomains(principal, list.from_email)
        await admission.senderRules.admitSender(principal.workspaceId, project.environment, list.from_email)
        const request = { project, list, body, proof }
        return async ({ tx }) => ({ status: 202, body: await requestSubscription(tx, dependencies, request) })
      },
    },

    listSubscriptions: async ({ principal, path, query, db }) => {
      const list = await findList(db, visibilityOf(principal), fromTypeId('lst', path.id))
      const window = unclampedWindow(query)
      const found = await listSubscriptions(db, list.workspace_id, list.id, query, window)
      const present = (rows: typeof found.rows) => presentSubscriptions(db, links, list.workspace_id, rows)
      return { status: 200, body: await presentPage(found, present) }
    },

    listContactSubscriptions: async ({ principal, path, query, db }) => {
      const contact = await findContact(db, visibilityOf(principal), fromTypeId('con', path.id))
      const found = await listSubscriptionsOf(db, contact, query)
      const present = (rows: typeof found.rows) => presentSubscriptions(db, links, contact.workspace_id, rows)
      return { status: 200, body: await presentPage(found, present) }
    },

    retrieveSubscription: async ({ principal, path, db }) => {
      const row = await findSubscription(db, visibilityOf(principal), keyOf(path))
      return { status: 200, body: await presentSubscription(db, links, row) }
    },

    unsubscribeSubscription: async ({ principal, path, body, tx }) => {
      const proof = admitProof(body)
      const row = await lockVisibleSubscription(tx.sql, visibilityOf(principal), keyOf(path))
      const now = await unsubscribe(tx, row, new Date(), proof)
      tx.afterCommit(wakes.webhooks)
      tx.afterCommit(wakes.automations)
      return { status: 200, body: await presentSubscription(tx.sql, links, now) }
    },
  }
}
