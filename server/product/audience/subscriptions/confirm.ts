import type { Transaction } from '../../../platform/db/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { recordConsent, type ConsentProof } from './consents.js'
import { subscriptionEvent } from './events.js'
import type { ConfirmLink } from './links/links.js'
import type { ConfirmOutcome } from './pages/actions.js'
import { lockSubscription } from './rows.js'
import { recordSubscriptionSignal } from './signal.js'

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
