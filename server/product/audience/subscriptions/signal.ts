import { toTypeId } from '../../../platform/db/ids.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { recordSignals } from '../signals.js'
import type { SubscriptionRow } from './subscription-rows.js'

/**
 * Records a change of a subscription for automations.
 *
 * @param row the subscription, locked, with its contact locked before it
 */
export async function recordSubscriptionSignal(
  tx: Transaction,
  row: SubscriptionRow,
  kind: 'list_confirmed' | 'list_unsubscribed',
  {
    at,
    depth = 0,
  }: {
    readonly at: Date
    /** The length of the chain of automation runs that led to this change. */
    readonly depth?: number
  },
): Promise<void> {
  await recordSignals(tx, row.workspace_id, [
    {
      projectId: row.project_id,
      contactId: row.contact_id,
      kind,
      name: toTypeId('lst', row.list_id),
      contactEventId: null,
      occurredAt: at,
      depth,
    },
  ])
}
