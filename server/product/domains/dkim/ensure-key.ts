import type { Knex } from 'knex'
import type { DomainRow } from '../domain-rows.js'
import { keysOf, type KeyLife } from './key-life.js'
import type { DkimKeyStore } from './key-store.js'

/**
 * Returns the keys of a domain, with an active RSA key in any case: a domain that was made before there were keys
 * gets its own here.
 *
 * @throws SealedError if the existing keys were made with another secret than this process's
 */
export async function ensureKeys(
  db: Knex,
  store: DkimKeyStore,
  domain: Pick<DomainRow, 'workspace_id' | 'id' | 'name'>,
): Promise<KeyLife[]> {
  const { workspace_id, name } = domain
  const keys = await keysOf(db, workspace_id, [name])
  if (keys.some(({ algorithm, status }) => algorithm === 'rsa' && status === 'active')) return keys
  await store.make(workspace_id, domain, 'rsa')
  return keysOf(db, workspace_id, [name])
}
