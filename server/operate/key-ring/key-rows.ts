import type { Knex } from 'knex'
import { advisoryLocks } from '../../platform/db/transaction/advisory-locks.js'
import type { Uuid } from '../../platform/db/ids.js'
import { sealer } from '../../platform/auth/sealed.js'
import type { KeyPurpose, ServiceKey } from '../../platform/auth/service-key.js'

/** A decrypted key of the ring. */
export interface RingKey {
  readonly purpose: KeyPurpose
  readonly id: Uuid
  /** Key of 32 bytes. */
  readonly key: Uint8Array
  readonly created_at: Date
  /** Time since which the key only verifies and opens; null for the present key. */
  readonly retired_at: Date | null
  /** Time at which the key becomes invalid; null for a key without expiry. */
  readonly expires_at: Date | null
}

type Row = Omit<RingKey, 'key'> & { readonly secret_id: string; readonly sealed_key: Buffer }

/** Locks the ring until the transaction ends. */
export async function lockRing(trx: Knex.Transaction): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.keyRing])
}

/** Returns the ids of the secrets that open the ring: none before there is a ring, two during a rotation. */
export function secretIds(db: Knex): Promise<string[]> {
  return db('service_keys').distinct('secret_id').pluck('secret_id')
}

/**
 * Reads the keys of the ring: for each purpose, the present key before the retired keys.
 *
 * @returns an empty array if the ring is not sealed under this secret
 * @throws SealedError if a row is damaged
 */
export async function readRing(db: Knex, secret: ServiceKey): Promise<RingKey[]> {
  const ring = sealer(secret.derive('key-ring'))
  const rows = await db<Row>('service_keys')
    .where({ secret_id: secret.id })
    .orderByRaw('purpose, retired_at desc nulls first')
  return rows.map(({ purpose, id, sealed_key, created_at, retired_at, expires_at }) => {
    const key = new Uint8Array(ring.open(sealed_key, placeOf(purpose, id)))
    return { purpose, id, key, created_at, retired_at, expires_at }
  })
}

/** Adds keys to the ring, each sealed under each of the secrets. */
export async function insertKeys(
  trx: Knex.Transaction,
  keys: readonly RingKey[],
  secrets: readonly ServiceKey[],
): Promise<void> {
  const rows = secrets.flatMap((secret): Row[] => {
    const ring = sealer(secret.derive('key-ring'))
    return keys.map(({ key, ...row }) => ({
      ...row,
      secret_id: secret.id,
      sealed_key: ring.seal(key, placeOf(row.purpose, row.id)),
    }))
  })
  await trx('service_keys').insert(rows)
}

function placeOf(purpose: KeyPurpose, id: Uuid): string[] {
  return ['service_keys', purpose, id]
}
