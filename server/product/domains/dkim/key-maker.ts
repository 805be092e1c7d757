import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import type { KeyStatus } from './key-life.js'
import type { DkimAlgorithm } from '../../../mail/dkim/signing-key.js'
import { newKey, type NewKey } from './new-key.js'
import { expectSameSecret, sealedKeyPlace } from './sealed-keys.js'

/** A key pair that nobody uses yet. */
export interface MadeKey extends NewKey {
  readonly algorithm: DkimAlgorithm
}

/** The row that a key is kept in. */
export interface KeyPlace {
  readonly workspaceId: WorkspaceId
  readonly domain: string
  readonly selector: string
}

/**
 * Makes keys of domains in two steps, because the first takes some tenths of a second, too long for a
 * transaction.
 */
export interface KeyMaker {
  /**
   * @throws SealedError if the existing keys were made with another secret than this process's
   */
  make(db: Knex, algorithm: DkimAlgorithm): Promise<MadeKey>
  /** Keeps a key, with its private half sealed for its place. */
  keep(trx: Knex.Transaction, place: KeyPlace, key: MadeKey, status: KeyStatus): Promise<void>
}

export function keyMaker(sealer: Sealer): KeyMaker {
  return {
    make: async (db, algorithm) => {
      await expectSameSecret(db, sealer)
      return { algorithm, ...(await newKey(algorithm)) }
    },
    keep: async (trx, { workspaceId, domain, selector }, key, status) => {
      const row = { workspace_id: workspaceId, domain, selector }
      await trx('dkim_keys').insert({
        ...row,
        algorithm: key.algorithm,
        private_key: sealer.seal(key.privateKey, sealedKeyPlace(row)),
        public_key: key.publicKey,
        status,
      })
    },
  }
}
