import type { Knex } from 'knex'
import type { Wakes } from '../../../platform/queue/wakes.js'
import { recordAudit } from '../../../platform/audit/record.js'
import { resourceOf } from '../../../platform/audit/resource-types.js'
import { linkEntry } from '../../../platform/audit/other-entries.js'
import { toTypeId, type Prefix, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import { inTransaction, type Transaction } from '../../../platform/db/transaction.js'
import { optOut } from '../contacts/opt-out.js'
import { countUnsubscribed, findLinkDelivery } from './links/delivery.js'
import type { ShownContact, ShownSubscription, SubscriptionActions, ConfirmOutcome } from './pages/actions.js'
import { lockSubscription } from './rows.js'
import { unsubscribe } from './unsubscribe.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { recordConsent, type ConsentProof } from './consents.js'
import { subscriptionEvent } from './events.js'
import type { ConfirmLink } from './links/links.js'
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

const selectShownContact = statement<[workspaceId: WorkspaceId, id: Uuid], ShownContact>(
  'select_shown_contact',
  `select contact.unsubscribed_at is not null as unsubscribed, contact.email,
     coalesce(project.page_design ->> 'name', project.name) as "senderName", project.page_design as design
   from contacts contact
   join projects project on project.workspace_id = $1 and project.id = contact.project_id
   where contact.workspace_id = $1 and contact.id = $2`,
)

/** Kept from being deleted until the transaction ends: what is recorded of it is not left behind. */
const keepContact = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'keep_contact_opting_out',
  'select id from contacts where workspace_id = $1 and id = $2 for key share',
)

/** What people do on the pages of subscriptions, each act in a transaction of its own. */
export function subscriptionActions(db: Knex, wakes: Wakes): SubscriptionActions {
  const act = <Outcome>(work: (tx: Transaction) => Promise<Outcome>) =>
    inTransaction(db, (tx) => {
      tx.afterCommit(wakes.webhooks)
      tx.afterCommit(wakes.automations)
      return work(tx)
    })

  return {
    find: async (workspaceId, subscriptionId) => (await selectShown(db, workspaceId, subscriptionId))[0],

    confirm: ({ consent, ...link }) =>
      act(async (tx) => {
        const outcome = await confirmSubscription(tx, link, consent.at, consent)
        if (outcome === 'confirmed') await record(tx, link.workspaceId, 'confirm', 'sub', link.subscriptionId)
        return outcome
      }),

    unsubscribe: ({ workspaceId, subscriptionId, logId, consent }) =>
      act(async (tx) => {
        const row = await lockSubscription(tx.sql, workspaceId, subscriptionId)
        if (row === undefined) return 'gone'
        await unsubscribe(tx, row, consent.at, consent, logId)
        if (row.status === 'unsubscribed') return 'already_unsubscribed'
        await record(tx, workspaceId, 'unsubscribe', 'sub', subscriptionId)
        return 'unsubscribed'
      }),

    findContact: async (workspaceId, contactId) => (await selectShownContact(db, workspaceId, contactId))[0],

    optOut: ({ workspaceId, contactId, logId, consent }) =>
      act(async (tx) => {
        if ((await keepContact(tx.sql, workspaceId, contactId)).length === 0) return 'gone'
        const delivery = await findLinkDelivery(tx.sql, workspaceId, logId)
        const { at, source } = consent
        const changed = await optOut(tx, workspaceId, contactId, { at, source, delivery })
        if (changed === undefined) return 'already_unsubscribed'
        await countUnsubscribed(tx.sql, workspaceId, delivery)
        await record(tx, workspaceId, 'unsubscribe', 'con', contactId)
        return 'unsubscribed'
      }),
  }
}

/**
 * Records what somebody did with the link of a mail. From where is kept with the consent, which is erased with the
 * person, and not here.
 */
function record(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  act: string,
  prefix: Prefix,
  id: Uuid,
): Promise<void> {
  const resource = resourceOf(toTypeId(prefix, id))
  return recordAudit(sql, [linkEntry(workspaceId, act, { resource })])
}

/**
 * Confirms a subscription, by a link of the round that it is in. Whoever ends that round at the same time is
 * waited for, or waits. The caller wakes the webhooks and the automations.
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
  await recordConsent(tx.sql, row, 'confirmed', at, proof)
  await insertEvent(tx.sql, workspaceId, subscriptionEvent(row, 'subscription.confirmed', proof.source))
  await recordSubscriptionSignal(tx, row, 'list_confirmed', at)
  return 'confirmed'
}
