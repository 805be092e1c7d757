import { createHmac } from 'node:crypto'
import { fromTypeId, toTypeId, type Uuid } from '../db/ids.js'
import { keysOf, presentKey, type KeySource } from './key-source.js'

/**
 * An AWS credential of an API key: an access key id made from the key's id, and a secret that the service derives from
 * that id. Neither is stored.
 */
export interface AwsKey {
  readonly accessKeyId: string
  readonly secret: string
}

const prefix = 'PSAK'
const form = /^PSAK([0-9A-Z]{26})$/

/** Returns the AWS credential of an API key. */
export function awsKeyOf(source: KeySource, keyId: Uuid): AwsKey {
  const accessKeyId = prefix + toTypeId('key', keyId).slice('key_'.length).toUpperCase()
  return { accessKeyId, secret: secretOf(presentKey(source), keyId) }
}

/** Returns the secrets that a key's signatures may be made with, the present one first. */
export function awsSecretsOf(source: KeySource, keyId: Uuid): string[] {
  return keysOf(source).map((key) => secretOf(key, keyId))
}

/** Returns the id of the API key that an access key id stands for, or undefined if it stands for none. */
export function keyIdOfAccessKey(accessKeyId: string): Uuid | undefined {
  const [, suffix] = form.exec(accessKeyId) ?? []
  if (suffix === undefined) return undefined
  try {
    return fromTypeId('key', `key_${suffix.toLowerCase()}`)
  } catch {
    return undefined
  }
}

/** Derives a secret of 40 characters, as long as those of AWS: 240 bits of an HMAC. */
function secretOf(key: Uint8Array, keyId: Uuid): string {
  return createHmac('sha256', key).update(`aws secret ${keyId}`).digest('base64').slice(0, 40)
}
