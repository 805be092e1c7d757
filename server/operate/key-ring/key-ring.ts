import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.js'
import { ConfigError } from '../../platform/config/config-error.js'
import { newUuid, type Uuid } from '../../platform/db/ids.js'
import { inTransaction } from '../../platform/db/transaction/transaction.js'
import { sealer } from '../../platform/auth/sealed.js'
import {
  hasSecret,
  keyPurposes,
  loadServiceKey,
  serviceKeyOf,
  secretFile,
  type KeyPurpose,
  type ServiceKey,
} from '../../platform/auth/service-key.js'
import { insertKeys, lockRing, readRing, secretIds, type RingKey } from './key-rows.js'
import { sealingPurposes, tryValues } from './sealed-values.js'

/**
 * The service's own keys. The database stores them sealed under the service's secret. So a process with a
 * wrong secret notices before it does anything else, and the secret can be rotated.
 */
export interface KeyRing {
  /** Returns a function that gives the purpose's keys at the time of each call. */
  of(purpose: KeyPurpose): () => readonly Uint8Array[]
  /**
   * Reads the ring again from the database.
   *
   * @returns false if this process's secret no longer opens the ring; the keys stay unchanged in that case
   */
  reload(): Promise<boolean>
}

type SecretConfig = Pick<Config, 'secretKey' | 'dataDir'> & Partial<Pick<Config, 'previousSecretKey'>>

/**
 * Opens the ring with the configured secret. If the database has no ring, creates one with keys derived from
 * the secret, so that values sealed and signed by earlier versions stay valid.
 *
 * @throws ConfigError if the secret is missing or is not the database's secret
 */
export async function openKeyRing(db: Knex, config: SecretConfig): Promise<KeyRing> {
  if ((await secretIds(db)).length === 0) await inTransaction(db, ({ sql }) => createRing(sql, config))
  const secret = await secretOfRing(db, config)
  let keys = await readRing(db, secret)
  if (missingPurposes(keys).length > 0) {
    await inTransaction(db, ({ sql }) => addMissingKeys(sql, config, secret))
    keys = await readRing(db, secret)
  }
  return {
    of: (purpose) => () => {
      const now = Date.now()
      return keys
        .filter((key) => key.purpose === purpose && (key.expires_at?.getTime() ?? Infinity) > now)
        .map(({ key }) => key)
    },
    reload: async () => {
      const read = await readRing(db, secret)
      if (read.length > 0) keys = read
      return read.length > 0
    },
  }
}

/** Interval in milliseconds at which a running process reads the ring again, to notice a rotation. */
export const reloadMs = 5_000

/** Reads the ring again every {@link reloadMs} until `stop` is called. */
export function followKeyRing(ring: KeyRing, log: Logger): { stop(): Promise<void> } {
  let reading: Promise<void> | undefined
  let retired = false
  const timer = setInterval(() => {
    // At most one read at a time, even if the database hangs.
    reading ??= read().finally(() => (reading = undefined))
  }, reloadMs)
  timer.unref()
  const read = () =>
    ring.reload().then(
      (opens) => {
        if (!opens && !retired)
          log.error('the secret of this process was retired: restart the process with the current secret')
        retired = !opens
      },
      // Only a debug message: without a database, the process has no use for the keys.
      (error: unknown) => log.debug({ err: error }, 'the key ring could not be read again'),
    )
  return {
    stop: async () => {
      clearInterval(timer)
      await reading
    },
  }
}

/**
 * Returns the configured secret, after a check that it opens the existing ring.
 *
 * @throws ConfigError if the secret is missing or does not open the ring
 */
export async function secretOfRing(db: Knex, config: SecretConfig): Promise<ServiceKey> {
  if (!hasSecret(config)) throw secretMissing(config)
  const secret = loadServiceKey(config)
  if (!(await secretIds(db)).includes(secret.id)) throw wrongSecret(config)
  return secret
}

async function createRing(trx: Knex.Transaction, config: SecretConfig): Promise<void> {
  await lockRing(trx)
  // Another process may have created the ring while this one waited for the lock.
  if ((await secretIds(trx)).length > 0) return
  const used = await trx<{ id: Uuid }>('workspaces').first('id')
  if (used !== undefined && !hasSecret(config)) throw secretMissing(config)
  const secret = loadServiceKey(config)
  if (!(await opensMost(trx, secret))) throw wrongSecret(config)
  const keys = keyPurposes.map((purpose): RingKey => ({
    purpose,
    id: newUuid(),
    key: secret.derive(purpose),
    created_at: new Date(),
    retired_at: null,
    expires_at: null,
  }))
  await insertKeys(trx, keys, [secret])
}

function missingPurposes(keys: readonly RingKey[]): KeyPurpose[] {
  return keyPurposes.filter((purpose) => !keys.some((key) => key.purpose === purpose))
}

/** Adds the keys of purposes that have come since the ring was created. During a rotation both secrets open them. */
async function addMissingKeys(
  trx: Knex.Transaction,
  config: SecretConfig,
  secret: ServiceKey,
): Promise<void> {
  await lockRing(trx)
  const { previousSecretKey } = config
  const previous = previousSecretKey === undefined ? [] : [serviceKeyOf(previousSecretKey)]
  const ids = await secretIds(trx)
  const others = previous.filter(({ id }) => id !== secret.id && ids.includes(id))
  const created_at = new Date()
  const keys = missingPurposes(await readRing(trx, secret)).map((purpose): RingKey => {
    const key = new Uint8Array(randomBytes(32))
    return { purpose, id: newUuid(), key, created_at, retired_at: null, expires_at: null }
  })
  if (keys.length > 0) await insertKeys(trx, keys, [secret, ...others])
}

/**
 * Returns whether a secret belongs to a database without a ring. Decides by majority, because some values may be
 * sealed under another secret that was used for a while.
 */
async function opensMost(db: Knex, secret: ServiceKey): Promise<boolean> {
  let balance = 0
  for (const purpose of sealingPurposes) {
    const { opened, refused } = await tryValues(db, purpose, sealer(secret.derive(purpose)))
    balance += opened - refused
  }
  return balance >= 0
}

function wrongSecret(config: SecretConfig): ConfigError {
  const place = config.secretKey === undefined ? secretFile(config.dataDir) : 'POSTSEAL_SECRET_KEY'
  return new ConfigError(
    `${place} is not the secret of this database: set the secret that it was used with before, or restore it from a ` +
      'backup. "postseal secret rotate" is how to change it.',
  )
}

function secretMissing(config: SecretConfig): ConfigError {
  return new ConfigError(
    `${secretFile(config.dataDir)} is missing, and without it what this database holds sealed cannot be read: restore ` +
      'it from a backup, or set POSTSEAL_SECRET_KEY to the secret that the database was used with before.',
  )
}
