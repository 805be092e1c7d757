import type { Uuid } from '../../../platform/db/ids.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { recordConsent, type ConsentProof } from './consents.js'
import { unsubscribedEvent } from './events.js'
import { countUnsubscribed, findLinkDelivery } from './links/delivery.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { subscriptionEntry } from './ledger-entry.js'
import type { SubscriptionRow } from './subscription-rows.js'
import { recordSubscriptionSignal } from './signal.js'

/**
 * Ends a subscription and with it its round: the links of its opt-in mails no longer confirm anything. A subscription
 * that has already ended stays as it is. The caller wakes the webhooks and the automations.
 *
 * @param row the subscription, locked, with its contact locked before it, against deletion at least
 * @returns the subscription as it is now
 */
export async function unsubscribe(
  tx: Transaction,
  row: SubscriptionRow,
  {
    at,
    proof,
    logId,
    depth = 0,
  }: {
    readonly at: Date
    readonly proof: ConsentProof
    /** The delivery whose link was used. */
    readonly logId?: Uuid
    /** The length of the chain of automation runs that led to this. */
    readonly depth?: number
  },
): Promise<SubscriptionRow> {
  if (row.status === 'unsubscribed') return row
  const changes = { unsubscribed_at: at, updated_at: at }
  const { workspace_id, id } = row
  await tx
    .sql('subscriptions')
    .where({ workspace_id, id })
    .update({ ...changes, status: 'unsubscribed' })
  await recordConsent(tx.sql, row, { action: 'unsubscribed', at, proof })
  recordInLedger(tx.sql, subscriptionEntry(row, false))
  const delivery = logId === undefined ? undefined : await findLinkDelivery(tx.sql, workspace_id, logId)
  await insertEvent(tx.sql, workspace_id, unsubscribedEvent(row, proof.source, delivery))
  await countUnsubscribed(tx.sql, workspace_id, delivery)
  await recordSubscriptionSignal(tx, row, 'list_unsubscribed', { at, depth })
  return { ...row, ...changes, status: 'unsubscribed' }
}
