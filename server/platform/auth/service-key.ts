import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.js'

/** The purposes of the service's own keys. Each purpose has its own keys. */
export const keyPurposes = [
  'session',
  'return-path',
  'dkim',
  'webhook',
  'webhook-receiver',
  'subscription',
  'tracking',
  'erasure',
  'deletion',
  'sign-in',
  'reply',
  'pool-relay',
  'identity-provider',
  'aws',
] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/**
 * The service's secret. It seals the database's key ring. The ring's first keys are derived from the secret
 * (HKDF, RFC 5869).
 */
export interface ServiceKey {
  /** Identifies the secret without revealing it: 16 hexadecimal digits. */
  readonly id: string
  /** Derives 32 bytes for a purpose, always the same bytes. `key-ring` is for the key that seals the ring. */
  derive(purpose: KeyPurpose | 'key-ring'): Uint8Array
}

type Place = Pick<Config, 'secretKey' | 'dataDir'>

/**
 * Returns the configured secret, or else the data folder's own, which is made at the first start and readable by its
 * owner only. Losing it makes every session and everything that is encrypted at rest unreadable.
 */
export function loadServiceKey(config: Place): ServiceKey {
  return serviceKeyOf(config.secretKey ?? ownSecret(config.dataDir))
}

/** Tells whether a secret exists already, so that {@link loadServiceKey} would not create one. */
export function hasSecret(config: Place): boolean {
  return config.secretKey !== undefined || existsSync(secretFile(config.dataDir))
}

/**
 * Makes the service key of a secret.
 *
 * @param secret 32 bytes in base64
 */
export function serviceKeyOf(secret: string): ServiceKey {
  const bytes = Buffer.from(secret, 'base64')
  const derive = (info: string, length: number) =>
    new Uint8Array(hkdfSync('sha256', bytes, '', `postseal ${info}`, length))
  return {
    id: Buffer.from(derive('secret id', 8)).toString('hex'),
    derive: (purpose) => derive(purpose, 32),
  }
}

/** Generates a secret, in the format of POSTSEAL_SECRET_KEY. */
export function newSecret(): string {
  return randomBytes(32).toString('base64')
}

/** Returns the path of the secret's file in a data folder. */
export function secretFile(dataDir: string): string {
  return path.join(dataDir, 'secret.key')
}

function ownSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    // wx: if two processes start at once, one writes and both read.
    writeFileSync(file, `${newSecret()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (Buffer.from(secret, 'base64').length !== 32) {
    throw new Error(`${file} does not hold 32 bytes in base64; restore it from a backup.`)
  }
  return secret
}
