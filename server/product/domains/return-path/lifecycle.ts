import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import type { DomainRecord } from '../check/record-check.js'
import { labelledDomain, type DomainRow } from '../domain-rows.js'
import type { SendingSetup } from '../sending-setup.js'
import { maySend } from '../verified-domains.js'
import { returnPathName, usesOwnReturnPath } from './name.js'

/** Columns with the state of a domain's own return path. */
type ReturnPathColumns = Pick<DomainRow, 'return_path_verified_at' | 'return_path_broken_at'>

/**
 * Returns the columns after a check: pending -> active once a check of a domain that may be sent from finds the
 * record; active -> broken once the record is surely missing; broken -> active when it is there again. If nobody can
 * tell, everything stays as it is.
 *
 * @param before the domain with the status that it has after the check: the record alone does not prove whose the
 *   domain is
 * @param record finding of the record; undefined if it was not looked for, or under another name
 */
export function returnPathAfter(
  before: ReturnPathColumns & Pick<DomainRow, 'status'>,
  record: Pick<DomainRecord, 'status'> | undefined,
  now: Date,
): ReturnPathColumns {
  const { return_path_verified_at, return_path_broken_at, status } = before
  const isActive = return_path_verified_at !== null && return_path_broken_at === null
  const isLost = record?.status === 'missing' || record?.status === 'wrong'
  if (record?.status === 'ok' && !isActive && maySend(status))
    return { return_path_verified_at: now, return_path_broken_at: null }
  if (isLost && isActive) return { return_path_verified_at, return_path_broken_at: now }
  return { return_path_verified_at, return_path_broken_at }
}

/** Returns a domain's own return path in the contract's shape. */
export function presentReturnPath(
  row: DomainRow,
  sendingSetup: SendingSetup,
): components['schemas']['DomainReturnPath'] {
  const domain = labelledDomain(row)
  const { status, since } = standingOf(row, usesOwnReturnPath(domain, sendingSetup))
  const label = domain.returnPathLabel
  return { label, domain: returnPathName(domain), status, since: since?.toISOString() ?? null }
}

function standingOf(
  { return_path_verified_at: verifiedAt, return_path_broken_at: brokenAt }: ReturnPathColumns,
  isUsed: boolean,
): { status: components['schemas']['ReturnPathStatus']; since: Date | null } {
  if (!isUsed) return { status: 'not_needed', since: null }
  if (verifiedAt === null) return { status: 'pending', since: null }
  return brokenAt === null ? { status: 'active', since: verifiedAt } : { status: 'broken', since: brokenAt }
}

const keepName = serviceStatement<[name: string, workspaceId: WorkspaceId]>(
  'keep_return_path_name',
  `insert into return_path_names (name, workspace_id) values ($1, $2) on conflict (name, workspace_id) do nothing`,
)

/** Keeps the name of a return path that mail leaves with from now on: bounces to it are accepted for ever. */
export async function keepReturnPathName(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  name: string,
): Promise<void> {
  await keepName(trx, name, workspaceId)
}
