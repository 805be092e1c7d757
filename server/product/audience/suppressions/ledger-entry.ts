import { isAddressToken } from '../../../platform/auth/address-tokens.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import type { LedgerEntry } from '../../../platform/ledger/entries.js'
import type { SuppressionReason } from '../unsent-reason.js'

/** The fields of a suppression that the ledger keeps. */
interface Suppressed {
  /** The address in the form of `foldAddress`, or the token that stands for an erased one. */
  readonly address: string
  readonly reason?: SuppressionReason
  readonly note?: string | null
  /** Time of the suppression; the time of the change if undefined. */
  readonly suppressedAt?: Date
  readonly projectId?: string | null
}

/** Returns the ledger entry of an address that is suppressed from now on. */
export function suppressedEntry(workspaceId: WorkspaceId, suppression: Suppressed): LedgerEntry {
  const { address, reason = 'manual', note = null, suppressedAt, projectId = null } = suppression
  return {
    kind: 'suppression',
    workspaceId,
    // The ledger would make the same token of the address for a whole workspace, so the subject is the same.
    ...(isAddressToken(address) ? { id: address } : { address }),
    state: { reason, note, suppressed_at: suppressedAt?.toISOString() ?? null, project_id: projectId },
  }
}

/** Returns the ledger entry of an address whose suppression is taken back. */
export function liftedEntry(workspaceId: WorkspaceId, suppression: Suppressed): LedgerEntry {
  return { ...suppressedEntry(workspaceId, suppression), gives: true }
}
