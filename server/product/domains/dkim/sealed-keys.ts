import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Knex } from 'knex'
import type { Sealer } from '../../../platform/auth/sealed.js'
import { selectAnyKey, type KeyRow } from './key-rows.js'

/** Returns the place that a private key is sealed for: in another row it cannot be opened. */
export function sealedKeyPlace(row: Pick<KeyRow, 'workspace_id' | 'domain' | 'selector'>): string[] {
  return ['dkim_keys', row.workspace_id, row.domain, row.selector]
}

/**
 * @throws SealedError if the key was sealed with another POSTSEAL_SECRET_KEY
 */
export function openKey(sealer: Sealer, row: KeyRow): KeyObject {
  return createPrivateKey({
    key: sealer.open(row.private_key, sealedKeyPlace(row)),
    format: 'der',
    type: 'pkcs8',
  })
}

/**
 * Checks that this process has the secret that the existing keys were sealed with, since processes with that secret
 * could not use a key sealed with another.
 *
 * @throws SealedError if the existing keys were made with another secret than this process's
 */
export async function expectSameSecret(db: Knex, sealer: Sealer): Promise<void> {
  const [any] = await selectAnyKey(db)
  if (any !== undefined) openKey(sealer, any)
}
