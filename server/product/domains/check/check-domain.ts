import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Resolver } from '../../../mail/dns/resolver.js'
import type { Findings, CheckRecords } from './record-check.js'
import { ensureKeys } from '../dkim/ensure-key.js'
import type { DkimKeyStore } from '../dkim/key-store.js'
import { domainToCheck, type DomainRow } from '../domain-rows.js'

/** The findings of a domain's check, to be saved. */
export interface DomainCheck {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
  /** Time at which the check began, by the database's clock, which all processes share. */
  readonly checkedAt: Date
  readonly findings: Findings
}

const selectDomain = statement<
  [workspaceId: WorkspaceId, id: Uuid],
  Pick<DomainRow, 'workspace_id' | 'id' | 'name' | 'return_path_label' | 'bulk_since'> & { began_at: Date }
>(
  'select_domain_to_check',
  'select *, clock_timestamp() as began_at from domains where workspace_id = $1 and id = $2',
)

/**
 * Checks a domain's records. The check asks the DNS, which takes its time, so no transaction may be open.
 *
 * @returns undefined if there is no such domain
 * @throws SealedError if the domain has no key yet, and the other keys were made with another secret than this
 *   process's
 */
export async function checkDomain(
  db: Knex,
  { store, checkRecords }: { readonly store: DkimKeyStore; readonly checkRecords: CheckRecords },
  resolver: Resolver,
  { workspaceId, id }: { readonly workspaceId: WorkspaceId; readonly id: Uuid },
): Promise<DomainCheck | undefined> {
  const [domain] = await selectDomain(db, workspaceId, id)
  if (domain === undefined) return undefined
  const keys = await ensureKeys(db, store, domain)
  const findings = await checkRecords(domainToCheck(domain, keys), resolver)
  return { workspaceId, id, checkedAt: domain.began_at, findings }
}
