import type { KeyObject } from 'node:crypto'
import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import {
  developmentKeyPlace,
  insertDevelopmentKey,
  insertDomainKey,
  selectDevelopmentKey,
  selectDomainKeys,
  type KeyRow,
} from './key-rows.js'
import type { DkimAlgorithm } from '../../../mail/dkim/signing-key.js'
import { newKey, selectorOf } from './new-key.js'
import { expectSameSecret, openKey, sealedKeyPlace } from './sealed-keys.js'

/** A key as the database keeps it, with its private half still sealed. */
export interface DkimKey {
  readonly domain: string
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  readonly publicKey: string
  /**
   * Opens the private half.
   *
   * @throws SealedError if it was sealed with another POSTSEAL_SECRET_KEY
   */
  open(): KeyObject
}

/** A workspace's domain with its active keys. */
export interface KeyedDomain {
  readonly id: Uuid
  readonly name: string
  readonly keys: readonly DkimKey[]
}

/** Holds the keys of the database, each sealed for its row. */
export interface DkimKeyStore {
  /** Returns the workspace's domain that is the longest of these names, or undefined if none is. */
  find(workspaceId: WorkspaceId, names: readonly string[]): Promise<KeyedDomain | undefined>
  /**
   * Makes the key of a domain that has none yet. If several processes do so at once, the first one's key stays; read
   * it back to have it.
   *
   * @throws SealedError if the existing keys were made with another secret than this process's
   */
  make(
    workspaceId: WorkspaceId,
    domain: Pick<KeyedDomain, 'id' | 'name'>,
    algorithm: DkimAlgorithm,
  ): Promise<void>
  /**
   * Returns the installation's key for mail to the sink from domains without one; makes it when it is first asked
   * for.
   */
  developmentKey(): Promise<DkimKey>
}

export function dkimKeyStore(db: Knex, sealer: Sealer): DkimKeyStore {
  const keyOf = (row: KeyRow): DkimKey => ({
    domain: row.domain,
    selector: row.selector,
    algorithm: row.algorithm,
    publicKey: row.public_key,
    open: () => openKey(sealer, row),
  })

  return {
    find: async (workspaceId, names) => {
      const rows = await selectDomainKeys(db, workspaceId, names)
      const [first] = rows
      if (first === undefined) return undefined
      const keys = rows.filter((row) => row.selector !== null).map((row) => keyOf(row as KeyRow))
      return { id: first.id, name: first.name, keys }
    },
    make: async (workspaceId, { id, name }, algorithm) => {
      await expectSameSecret(db, sealer)
      const { privateKey, publicKey } = await newKey(algorithm)
      const selector = selectorOf(id, algorithm)
      const place = sealedKeyPlace({ workspace_id: workspaceId, domain: name, selector })
      const sealed = sealer.seal(privateKey, place)
      await insertDomainKey(db, workspaceId, name, selector, algorithm, sealed, publicKey)
    },
    developmentKey: async () => {
      let [row] = await selectDevelopmentKey(db, nilUuid)
      if (row === undefined) {
        await expectSameSecret(db, sealer)
        const { privateKey, publicKey } = await newKey('rsa')
        await insertDevelopmentKey(
          db,
          nilUuid,
          sealer.seal(privateKey, sealedKeyPlace(developmentKeyPlace)),
          publicKey,
        )
        ;[row] = await selectDevelopmentKey(db, nilUuid)
      }
      if (row === undefined) throw new Error('the development key is not there though it was just made')
      return keyOf(row)
    },
  }
}
