import type { Knex } from 'knex'
import { inTransaction, type Transaction } from '../../db/transaction.js'
import { confirmSubscription } from './confirm.js'
import type { ShownSubscription, SubscriptionActs } from './pages/acts.js'
import { lockSubscription } from './rows.js'
import { unsubscribe } from './unsubscribe.js'

/**
 * What people do on the pages of subscriptions, each act in a transaction of its own.
 *
 * @param wakeWebhooks called where an event may wait for subscriptions now
 */
export function subscriptionActs(db: Knex, wakeWebhooks: () => void): SubscriptionActs {
  const act = <Outcome>(work: (tx: Transaction) => Promise<Outcome>) =>
    inTransaction(db, (tx) => {
      tx.afterCommit(wakeWebhooks)
      return work(tx)
    })

  return {
    find: async (workspaceId, subscriptionId) =>
      (await db('subscriptions as subscription')
        .join('subscriber_lists as list', (on) =>
          on.on('list.workspace_id', 'subscription.workspace_id').on('list.id', 'subscription.list_id'),
        )
        .where({ 'subscription.workspace_id': workspaceId, 'subscription.id': subscriptionId })
        .first({
          state: 'subscription.state',
          listName: 'list.name',
          email: 'subscription.email',
          roundStartedAt: 'subscription.round_started_at',
        })) as ShownSubscription | undefined,

    confirm: ({ consent, ...link }) => act((tx) => confirmSubscription(tx, link, consent.at, consent)),

    unsubscribe: ({ workspaceId, subscriptionId, logId, consent }) =>
      act(async (tx) => {
        const row = await lockSubscription(tx.sql, workspaceId, subscriptionId)
        if (row === undefined) return 'gone'
        await unsubscribe(tx, row, consent.at, consent, logId)
        return row.state === 'unsubscribed' ? 'already_unsubscribed' : 'unsubscribed'
      }),
  }
}
