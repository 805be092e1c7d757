import type { DkimAlgorithm } from '../../../mail/dkim/signing-key.js'
import { createHash, generateKeyPair } from 'node:crypto'
import type { Uuid } from '../../../platform/db/ids.js'

export interface NewKey {
  /** The private key in PKCS#8, DER. */
  readonly privateKey: Buffer
  /** The public key in the form that the DNS publishes as `p=`. */
  readonly publicKey: string
}

const der = {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
} as const

/** Bytes of the raw key, which ends its SPKI form (RFC 8410, section 4). */
const ed25519Bytes = 32

/**
 * Makes a key pair off the event loop. RSA has 2048 bits: fewer are too weak for some (RFC 8301, section
 * 3.2), and more do not fit a DNS answer over UDP. Ed25519 is RFC 8463, whose `p=` holds the key alone
 * (section 4).
 */
export async function newKey(algorithm: DkimAlgorithm): Promise<NewKey> {
  const { publicKey, privateKey } = await generate(algorithm)
  const published = algorithm === 'rsa' ? publicKey : publicKey.subarray(-ed25519Bytes)
  return { privateKey, publicKey: published.toString('base64') }
}

function generate(algorithm: DkimAlgorithm): Promise<{ publicKey: Buffer; privateKey: Buffer }> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, publicKey: Buffer, privateKey: Buffer) => {
      if (error) reject(error)
      else resolve({ publicKey, privateKey })
    }
    if (algorithm === 'rsa') generateKeyPair('rsa', { modulusLength: 2048, ...der }, done)
    else generateKeyPair('ed25519', der, done)
  })
}

/**
 * Returns the selector, the name under which the DNS publishes a domain's key. Its number tells apart the keys that
 * follow each other: a new one has to be published while the old one is still in use. The rest comes from the
 * domain's id, because another workspace or installation may sign for the same domain, and a domain that was removed
 * and comes back must not meet its old key in a cache. All processes compute the same name, so that two which make
 * the key at once make one.
 *
 * @param number 1 for the first key of the algorithm, and so on
 */
export function selectorOf(domainId: Uuid, algorithm: DkimAlgorithm, number = 1): string {
  const own = createHash('sha256').update(domainId).digest('hex').slice(0, 8)
  return `ps${number}${algorithm === 'rsa' ? '' : 'e'}-${own}`
}

/** Returns the number in a name that `selectorOf` has made; 0 for any other name. */
export function numberOf(selector: string): number {
  return Number(/^ps(\d+)e?-/.exec(selector)?.[1] ?? 0)
}
