import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Knex } from 'knex'
import type { Sealer } from '../../../platform/auth/sealed.js'
import { selectAnyKey, type KeyRow } from './key-rows.js'

/** What a private key is sealed for: moved to another row it cannot be opened. */
export function sealedKeyPlace(row: Pick<KeyRow, 'workspace_id' | 'domain' | 'selector'>): string[] {
  return ['dkim_keys', row.workspace_id, row.domain, row.selector]
}

/** @throws SealedError where it was sealed with another POSTSEAL_SECRET_KEY */
export function openKey(sealer: Sealer, row: KeyRow): KeyObject {
  return createPrivateKey({
    key: sealer.open(row.private_key, sealedKeyPlace(row)),
    format: 'der',
    type: 'pkcs8',
  })
}

/**
 * A key that is sealed with another secret than the others could not be used by those who can use them.
 *
 * @throws SealedError where this process has another secret than who made the keys that are there
 */
export async function expectSameSecret(db: Knex, sealer: Sealer): Promise<void> {
  const [any] = await selectAnyKey(db)
  if (any !== undefined) openKey(sealer, any)
}
