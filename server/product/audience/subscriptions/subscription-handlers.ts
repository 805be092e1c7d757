import { fromTypeId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { unclampedWindow, presentPage } from '../../../platform/http/lists/pagination.js'
import { visibilityOf } from '../../../platform/auth/principal.js'
import { findContact } from '../contacts/contact-rows.js'
import { findList } from '../lists/list-rows.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { admitProof } from './consents.js'
import type { SubscriptionLinks } from './links/links.js'
import { listSubscriptions, listSubscriptionsOf } from './list.js'
import { presentSubscription, presentSubscriptions } from './present.js'
import { findSubscription, lockVisibleSubscription } from './subscription-rows.js'
import { unsubscribe } from './unsubscribe.js'

export interface SubscriptionDependencies {
  readonly links: SubscriptionLinks
  readonly wakes: Wakes
}

export function subscriptionHandlers({ links, wakes }: SubscriptionDependencies) {
  const keyOf = (path: { id: string; subscription_id: string }) => ({
    listId: fromTypeId('lst', path.id),
    id: fromTypeId('sub', path.subscription_id),
  })

  return {
    listSubscriptions: async ({ principal, path, query, db }) => {
      const list = await findList(db, visibilityOf(principal), fromTypeId('lst', path.id))
      const window = unclampedWindow(query)
      const found = await listSubscriptions(db, list.workspace_id, list.id, { query, window })
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
      const now = await unsubscribe(tx, row, { at: new Date(), proof })
      tx.afterCommit(wakes.webhooks)
      tx.afterCommit(wakes.automations)
      return { status: 200, body: await presentSubscription(tx.sql, links, now) }
    },
  } satisfies Partial<Handlers>
}
