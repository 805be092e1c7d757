import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { recordInLedger } from '../../../platform/ledger/record.js'

/** Records in the ledger which identity provider a workspace uses. The subject is a client of an issuer. */

/** An application at a provider. */
export interface Client {
  readonly issuer: string
  readonly client_id: string
}

/** The subject of a client in the ledger. */
export function subjectOfClient({ issuer, client_id }: Client): string {
  return `${issuer} ${client_id}`
}

/**
 * Records that a workspace uses another provider from now on, or none.
 *
 * @param before previous provider; undefined if there was none
 * @param after new provider; undefined if there is none
 */
export function recordProvider(
  trx: Knex,
  workspaceId: WorkspaceId,
  before: Client | undefined,
  after: Client | undefined,
): void {
  const kind = 'identity_provider_deleted'
  const [old, next] = [before, after].map((client) => client && subjectOfClient(client))
  if (old !== undefined && old !== next) recordInLedger(trx, { kind, workspaceId, id: old, state: {} })
  if (next !== undefined) recordInLedger(trx, { kind, workspaceId, id: next, state: {}, gives: true })
}

/** Records which domains a workspace has lost, and which it has. */
export function recordDomains(
  trx: Knex,
  workspaceId: WorkspaceId,
  removed: readonly string[],
  kept: readonly string[],
): void {
  const kind = 'identity_domain_removed'
  for (const id of removed) recordInLedger(trx, { kind, workspaceId, id, state: {} })
  for (const id of kept) recordInLedger(trx, { kind, workspaceId, id, state: {}, gives: true })
}
