import type { Knex } from 'knex'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { recordLinkAct } from './links/link-acts.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { inDatabaseTurn } from '../../../platform/http/operation/database-turns.js'
import { retryBrokenOff } from '../../../platform/db/transaction/retry-transient.js'
import { inTransaction, type Transaction } from '../../../platform/db/transaction/transaction.js'
import { optOut } from '../contacts/opt-out.js'
import { countUnsubscribed, findLinkDelivery } from './links/delivery.js'
import { chooseTopic } from '../topics/choose.js'
import { preferenceActions, type Act } from './pages/contact-preferences.js'
import type {
  ConfirmOutcome,
  Consent,
  ShownSubscription,
  SubscriptionActions,
  UnsubscribeOutcome,
} from './pages/actions.js'
import { lockSubscription } from './subscription-rows.js'
import { unsubscribe } from './unsubscribe.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { recordConsent, type ConsentProof } from './consents.js'
import { subscriptionEvent } from './events.js'
import type { ConfirmLink, ContactUnsubscribeLink } from './links/links.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { subscriptionEntry } from './ledger-entry.js'
import { recordSubscriptionSignal } from './signal.js'

const selectShown = statement<[workspaceId: WorkspaceId, id: Uuid], ShownSubscription>(
  'select_shown_subscription',
  `select subscription.status, subscription.email, subscription.round_started_at as "roundStartedAt",
     list.name as "listName", coalesce(project.page_design ->> 'name', project.name) as "senderName",
     project.page_design as design
   from subscriptions subscription
   cross join lateral (
     select name from subscriber_lists where workspace_id = $1 and id = subscription.list_id limit 1
   ) list
   join projects project on project.workspace_id = $1 and project.id = subscription.project_id
   where subscription.workspace_id = $1 and subscription.id = $2`,
)

/** Selects the key of a link's topic, and locks the contact against deletion, as `keepContact` does. */
const selectTopicOfLink = statement<
  [workspaceId: WorkspaceId, contactId: Uuid, topicId: Uuid],
  { key: string }
>(
  'select_topic_of_link',
  `select topic.key from contacts contact
   join topics topic on topic.workspace_id = $1 and topic.id = $3 and topic.project_id = contact.project_id
   where contact.workspace_id = $1 and contact.id = $2
   for key share of contact`,
)

/** Locks a contact against deletion until the transaction ends, so that nothing recorded about it is left behind. */
const keepContact = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'keep_contact_opting_out',
  'select id from contacts where workspace_id = $1 and id = $2 for key share',
)

/** Returns the acts of people on the pages of subscriptions, each in a transaction of its own. */
export function subscriptionActions(db: Knex, wakes: Wakes): SubscriptionActions {
  const act: Act = (workspaceId, work) => {
    const transaction = () =>
      inTransaction(db, (tx) => {
        tx.afterCommit(wakes.webhooks)
        tx.afterCommit(wakes.automations)
        return work(tx)
      })
    return retryBrokenOff(() => inDatabaseTurn(db, workspaceId, transaction))
  }

  return {
    find: async (workspaceId, id) => {
      const [shown] = await inDatabaseTurn(db, workspaceId, () => selectShown(db, workspaceId, id))
      return shown
    },

    confirm: ({ consent, ...link }) =>
      act(link.workspaceId, async (tx) => {
        const outcome = await confirmSubscription(tx, link, consent.at, consent)
        if (outcome === 'confirmed')
          await recordLinkAct(tx, link.workspaceId, 'confirm', { prefix: 'sub', id: link.subscriptionId })
        return outcome
      }),

    unsubscribe: ({ workspaceId, subscriptionId, logId, consent }) =>
      act(workspaceId, async (tx) => {
        const row = await lockSubscription(tx.sql, workspaceId, subscriptionId)
        if (row === undefined) return 'gone'
        await unsubscribe(tx, row, { at: consent.at, proof: consent, logId })
        if (row.status === 'unsubscribed') return 'already_unsubscribed'
        await recordLinkAct(tx, workspaceId, 'unsubscribe', { prefix: 'sub', id: subscriptionId })
        return 'unsubscribed'
      }),

    optOut: (link) => act(link.workspaceId, (tx) => optOutByLink(tx, link)),

    endTopic: ({ consent, topicId, ...link }) =>
      act(link.workspaceId, async (tx) => {
        const { workspaceId, contactId, logId } = link
        const [topic] = await selectTopicOfLink(tx.sql, workspaceId, contactId, topicId)
        if (topic === undefined) return optOutByLink(tx, { ...link, consent })
        const delivery = await findLinkDelivery(tx.sql, workspaceId, logId)
        const choice = { topic: topic.key, subscribed: false, proof: consent, delivery }
        const changed = await chooseTopic(tx, workspaceId, contactId, choice)
        if (changed === undefined) return 'already_unsubscribed'
        await countUnsubscribed(tx.sql, workspaceId, delivery)
        await recordLinkAct(tx, workspaceId, 'unsubscribe_topic', { prefix: 'con', id: contactId })
        return 'unsubscribed'
      }),

    ...preferenceActions(db, act),
  }
}

/** Opts a contact out of all mail that it did not ask for. */
async function optOutByLink(
  tx: Transaction,
  {
    workspaceId,
    contactId,
    logId,
    consent: { at, source },
  }: ContactUnsubscribeLink & { readonly consent: Consent<'page' | 'one_click'> },
): Promise<UnsubscribeOutcome> {
  if ((await keepContact(tx.sql, workspaceId, contactId)).length === 0) return 'gone'
  const delivery = await findLinkDelivery(tx.sql, workspaceId, logId)
  const changed = await optOut(tx, workspaceId, contactId, { at, source, delivery })
  if (changed === undefined) return 'already_unsubscribed'
  await countUnsubscribed(tx.sql, workspaceId, delivery)
  await recordLinkAct(tx, workspaceId, 'unsubscribe', { prefix: 'con', id: contactId })
  return 'unsubscribed'
}

/**
 * Confirms a subscription by a link of its present round. The lock makes this wait for a transaction that ends the
 * round at the same time, or the reverse. The caller wakes the webhooks and the automations.
 */
export async function confirmSubscription(
  tx: Transaction,
  { workspaceId, subscriptionId, issuedAt }: ConfirmLink,
  at: Date,
  proof: ConsentProof,
): Promise<ConfirmOutcome> {
  const row = await lockSubscription(tx.sql, workspaceId, subscriptionId)
  if (row === undefined) return 'gone'
  if (row.status === 'confirmed') return 'already_confirmed'
  if (row.status === 'unsubscribed' || issuedAt < row.round_started_at) return 'ended'

  await tx
    .sql('subscriptions')
    .where({ workspace_id: workspaceId, id: subscriptionId })
    .update({ status: 'confirmed', confirmed_at: at, updated_at: at })
  await recordConsent(tx.sql, row, { action: 'confirmed', at, proof })
  recordInLedger(tx.sql, subscriptionEntry(row, true))
  await insertEvent(tx.sql, workspaceId, subscriptionEvent(row, 'subscription.confirmed', proof.source))
  await recordSubscriptionSignal(tx, row, 'list_confirmed', { at })
  return 'confirmed'
}
