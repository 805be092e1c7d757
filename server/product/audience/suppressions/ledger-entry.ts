import { isAddressToken } from '../../../platform/auth/address-tokens.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import type { LedgerEntry } from '../../../platform/ledger/entries.js'
import type { SuppressionReason } from '../unsent-reason.js'

/** A suppression as far as the ledger keeps it. */
interface Suppressed {
  /** In the form of `foldAddress`, or the token that stands for an erased one. */
  readonly address: string
  readonly reason?: SuppressionReason
  readonly note?: string | null
  /** The time of the change where it is left out. */
  readonly suppressedAt?: Date
  readonly projectId?: string | null
}

/** What the ledger is told of an address that is suppressed from now on. */
export function suppressedEntry(workspaceId: WorkspaceId, suppression: Suppressed): LedgerEntry {
  const { address, reason = 'manual', note = null, suppressedAt, projectId = null } = suppression
  return {
    kind: 'suppression',
    workspaceId,
    // The token of a whole workspace is what the ledger would make of the address, so the subject is the same.
    ...(isAddressToken(address) ? { id: address } : { address }),
    state: { reason, note, suppressed_at: suppressedAt?.toISOString() ?? null, project_id: projectId },
  }
}

/** The same of one whose suppression is taken back. */
export function liftedEntry(workspaceId: WorkspaceId, suppression: Suppressed): LedgerEntry {
  return { ...suppressedEntry(workspaceId, suppression), gives: true }
}
