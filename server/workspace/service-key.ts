import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.js'

/** What the service's own keys are for; each purpose has a key of its own. */
export type KeyPurpose = 'session' | 'return-path' | 'dkim' | 'webhook' | 'subscription' | 'erasure'

/** The service's secret, from which every key it signs or encrypts with is derived (HKDF, RFC 5869). */
export interface ServiceKey {
  /** 32 bytes for this purpose, always the same ones. */
  derive(purpose: KeyPurpose): Uint8Array
}

/**
 * The secret of the configuration, or else the data folder's own, made at the first start and readable by its
 * owner only. Losing it makes every session and everything that is encrypted at rest unreadable.
 */
export function loadServiceKey(config: Pick<Config, 'secretKey' | 'dataDir'>): ServiceKey {
  const secret = Buffer.from(config.secretKey ?? ownSecret(config.dataDir), 'base64')
  return {
    derive: (purpose) => new Uint8Array(hkdfSync('sha256', secret, '', `postseal ${purpose}`, 32)),
  }
}

function ownSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    // wx: where two processes start at once, one writes and both read.
    writeFileSync(file, randomBytes(32).toString('base64') + '\n', { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (Buffer.from(secret, 'base64').length !== 32) {
    throw new Error(`${file} does not hold 32 bytes in base64; restore it from a backup.`)
  }
  return secret
}
