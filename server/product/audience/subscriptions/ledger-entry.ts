import type { LedgerEntry } from '../../../platform/ledger/entries.js'
import type { SubscriptionRow } from './subscription-rows.js'

/** The fields of a subscription that the ledger records. */
type Known = Pick<
  SubscriptionRow,
  'workspace_id' | 'list_id' | 'project_id' | 'environment' | 'contact_id' | 'address'
>

/** Returns the ledger entry of a subscription that has ended, or was confirmed. */
export function subscriptionEntry(row: Known, confirmed: boolean): LedgerEntry {
  const { project_id, environment, list_id, contact_id } = row
  return {
    kind: 'list_subscription',
    workspaceId: row.workspace_id,
    id: `${list_id} ${contact_id}`,
    address: row.address,
    state: { project_id, environment, list_id, contact_id },
    gives: confirmed,
  }
}
