import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import type { CheckedDomain, DmarcPolicyFound, DomainRecord } from './check/record-check.js'
import { checkedKeys, type KeyLife } from './dkim/key-life.js'
import type { DomainStatus, DomainLifecycle } from './lifecycle.js'
import type { LabelledDomain } from './return-path/name.js'

/** A domain as it is selected. */
export interface DomainRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  /** As A-labels in lower case. */
  readonly name: string
  readonly status: DomainStatus
  /** Since when providers demand of it what they demand of bulk senders; null where they do not yet. */
  readonly bulk_since: Date | null
  /** When the operator vouched for it. */
  readonly vouched_at: Date | null
  readonly verified_at: Date | null
  readonly degraded_since: Date | null
  readonly checked_at: Date | null
  readonly next_check_at: Date
  /** As of the last check. */
  readonly records: readonly DomainRecord[]
  readonly dmarc_policy: DmarcPolicyFound | null
  /** What stands before the name in that of its own return path. */
  readonly return_path_label: string
  /** Since when its own return path is found; null where it never was under this name. */
  readonly return_path_verified_at: Date | null
  /** Since when it is found no more; null while it is. */
  readonly return_path_broken_at: Date | null
}

export function selectDomains(db: Knex) {
  return db<DomainRow>('domains').select<DomainRow[]>('*')
}

export async function findDomain(
  db: Knex,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<DomainRow | undefined> {
  return selectDomains(db).where({ workspace_id: workspaceId, id }).first()
}

export async function findDomainOfName(
  db: Knex,
  workspaceId: WorkspaceId,
  name: string,
): Promise<DomainRow | undefined> {
  return selectDomains(db).where({ workspace_id: workspaceId, name }).first()
}

/**
 * A domain, locked until the transaction ends. Whoever adds reports or keys to it does not wait for that, nor
 * makes it wait.
 */
export async function lockDomain(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<DomainRow | undefined> {
  return selectDomains(trx).where({ workspace_id: workspaceId, id }).forNoKeyUpdate().first()
}

/** @throws ApiError 404 `not_found` */
export function expectDomain<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new ApiError('not_found', 'No such domain.')
  return found
}

/** The domain as it is checked, with the keys that are. */
export function domainToCheck(
  row: Pick<DomainRow, 'name' | 'return_path_label' | 'bulk_since'>,
  keys: readonly KeyLife[],
): CheckedDomain {
  return { ...labelledDomain(row), isBulkSender: row.bulk_since !== null, keys: checkedKeys(keys) }
}

/** The domain as its return path is named after it. */
export function labelledDomain(row: Pick<DomainRow, 'name' | 'return_path_label'>): LabelledDomain {
  return { name: row.name, returnPathLabel: row.return_path_label }
}

export function lifecycleOf(row: DomainRow): DomainLifecycle {
  return { status: row.status, verifiedAt: row.verified_at, degradedSince: row.degraded_since }
}

/** A lifecycle as the columns of a row. */
export function lifecycleColumns({ status, verifiedAt, degradedSince }: DomainLifecycle) {
  return { status, verified_at: verifiedAt, degraded_since: degradedSince }
}
