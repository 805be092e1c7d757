import type { LedgerEntry } from '../../../platform/ledger/entries.js'
import type { ContactRow } from './contact-rows.js'

/** The fields of a contact that the ledger records. */
export type KnownContact = Pick<ContactRow, 'workspace_id' | 'id' | 'project_id' | 'environment' | 'address'>

/** Returns the ledger entry of a contact that has opted out or back in, in its present state. */
export function optOutEntry(row: KnownContact & Pick<ContactRow, 'unsubscribed_at'>): LedgerEntry {
  const { unsubscribed_at: at, project_id, environment } = row
  return {
    kind: 'contact_opt_out',
    workspaceId: row.workspace_id,
    id: row.id,
    address: row.address,
    state: { project_id, environment, unsubscribed_at: at?.toISOString() ?? null },
    gives: at === null,
  }
}

/** Returns the ledger entry of a contact's choice about a topic. */
export function topicEntry(row: KnownContact, topic: string, subscribed: boolean): LedgerEntry {
  const { project_id, environment } = row
  return {
    kind: 'contact_topic',
    workspaceId: row.workspace_id,
    id: `${row.id} ${topic}`,
    address: row.address,
    state: { project_id, environment, topic },
    gives: subscribed,
  }
}

/** Returns the ledger entry of a deleted contact. */
export function deletedEntry({ workspace_id: workspaceId, id }: KnownContact): LedgerEntry {
  return { kind: 'contact_deleted', workspaceId, id, state: {} }
}
