import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import type { CheckedDomain, DmarcPolicyFound, DomainRecord } from './check/record-check.js'
import { checkedKeys, type KeyLife } from './dkim/key-life.js'
import type { DomainStatus, DomainLifecycle } from './lifecycle.js'
import type { LabelledDomain } from './return-path/name.js'

/** Columns of a domain that are selected. */
export interface DomainRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  /** Name as A-labels in lower case. */
  readonly name: string
  readonly status: DomainStatus
  /** Time since which providers demand of the domain what they demand of bulk senders; null if they do not yet. */
  readonly bulk_since: Date | null
  /** Time at which the operator vouched for the domain. */
  readonly vouched_at: Date | null
  readonly verified_at: Date | null
  readonly degraded_since: Date | null
  readonly checked_at: Date | null
  readonly next_check_at: Date
  /** Records as of the last check. */
  readonly records: readonly DomainRecord[]
  readonly dmarc_policy: DmarcPolicyFound | null
  /** Label before the domain's name in the name of its own return path. */
  readonly return_path_label: string
  /** Time since which the domain's own return path is found; null if it never was under this name. */
  readonly return_path_verified_at: Date | null
  /** Time since which the domain's own return path is missing; null while it is found. */
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
 * Selects a domain and locks it until the transaction ends. Transactions that add reports or keys to the domain
 * neither wait for this lock nor hold it up.
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

/** Returns the domain in the form that checks take, with the keys to check. */
export function domainToCheck(
  row: Pick<DomainRow, 'name' | 'return_path_label' | 'bulk_since'>,
  keys: readonly KeyLife[],
): CheckedDomain {
  return { ...labelledDomain(row), isBulkSender: row.bulk_since !== null, keys: checkedKeys(keys) }
}

/** Returns the domain's name with the label of its return path. */
export function labelledDomain(row: Pick<DomainRow, 'name' | 'return_path_label'>): LabelledDomain {
  return { name: row.name, returnPathLabel: row.return_path_label }
}

export function lifecycleOf(row: DomainRow): DomainLifecycle {
  return { status: row.status, verifiedAt: row.verified_at, degradedSince: row.degraded_since }
}

/** Returns a lifecycle as the columns of a row. */
export function lifecycleColumns({ status, verifiedAt, degradedSince }: DomainLifecycle) {
  return { status, verified_at: verifiedAt, degraded_since: degradedSince }
}
