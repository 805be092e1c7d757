import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { CheckedKey } from '../check/record-check.js'
import type { DkimAlgorithm } from '../../../mail/dkim/signing-key.js'

/**
 * Moves a domain's keys through their life: a key is pending until its record is found, active while it signs,
 * retiring while mail that it signed is still on its way. At most one key of an algorithm is active.
 */

export type KeyStatus = components['schemas']['DomainDkimKey']['status']

/** A key without its private half. */
export interface KeyLife {
  readonly domain: string
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  readonly public_key: string
  readonly status: KeyStatus
  readonly created_at: Date
  readonly retires_at: Date | null
}

/**
 * Time for which the record of a key has to stay after its last signature. Mail is given up after two days, and
 * forwarded later.
 */
const retiringFor = '7 days'

const selectKeys = statement<[workspaceId: WorkspaceId, domains: readonly string[]], KeyLife>(
  'select_dkim_key_lives',
  `select domain, selector, algorithm, public_key, status, created_at, retires_at from dkim_keys
   where workspace_id = $1 and domain = any($2::text[]) and (retires_at is null or retires_at > now())
   order by domain, algorithm desc, created_at, selector`,
)

/** Returns the keys of some domains of a workspace, for each domain RSA keys first, and the oldest of these first. */
export function keysOf(db: Knex, workspaceId: WorkspaceId, domains: readonly string[]): Promise<KeyLife[]> {
  return selectKeys(db, workspaceId, domains)
}

/** Returns keys in the form that checks take. */
export function checkedKeys(keys: readonly KeyLife[]): CheckedKey[] {
  return keys.map(({ selector, algorithm, public_key, status }) => ({
    selector,
    algorithm,
    publicKey: public_key,
    status,
  }))
}

/**
 * Retires the active key before the pending one becomes active, since at no time may an algorithm have two active
 * keys.
 */
const retireBefore = statement<[workspaceId: WorkspaceId, domain: string, selectors: readonly string[]]>(
  'retire_dkim_keys',
  `update dkim_keys old set status = 'retiring', retires_at = now() + interval '${retiringFor}'
   from dkim_keys new
   where old.workspace_id = $1 and old.domain = $2 and old.status = 'active' and old.algorithm = new.algorithm
     and new.workspace_id = $1 and new.domain = $2 and new.status = 'pending' and new.selector = any($3::text[])`,
)

const activate = statement<[workspaceId: WorkspaceId, domain: string, selectors: readonly string[]]>(
  'activate_dkim_keys',
  `update dkim_keys set status = 'active'
   where workspace_id = $1 and domain = $2 and status = 'pending' and selector = any($3::text[])`,
)

const deleteRetired = statement<[workspaceId: WorkspaceId, domain: string]>(
  'delete_retired_dkim_keys',
  'delete from dkim_keys where workspace_id = $1 and domain = $2 and retires_at <= now()',
)

/**
 * Activates the pending keys that were found published, in place of the active ones, and deletes those whose time is
 * over. The transaction has locked the domain.
 *
 * @param published selectors whose records are as they should be
 */
export async function moveOn(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  domain: string,
  published: readonly string[],
): Promise<void> {
  if (published.length > 0) {
    await retireBefore(trx, workspaceId, domain, published)
    await activate(trx, workspaceId, domain, published)
  }
  await deleteRetired(trx, workspaceId, domain)
}
