import { createHash, verify, createPublicKey, type KeyObject } from 'node:crypto'
import { DnsFailure, type Resolver } from '../dns/resolver.js'
import type { InboundAuth } from '../mime/parsed-mail.js'
import { keyName } from './signatures.js'
import type { CheckableSignature } from './signed-mail.js'
import { itemsOf, tagsOf, unfolded } from './tags.js'

type Result = InboundAuth['dkim'][number]['result']

/** Service that a key may be for (`s=`): mail, or TLS reports too (RFC 8460, section 3). */
export type KeyService = 'email' | 'tlsrpt'

/**
 * Checks a signature of a message (RFC 6376, section 6.1). The results are those of RFC 8601, section 2.7.1.
 *
 * @param services services, one of which the key must be for
 */
export async function checkSignature(
  { domain, selector, algorithm, value, isExact, covered }: CheckableSignature,
  resolver: Pick<Resolver, 'txt'>,
  services: readonly KeyService[] = ['email'],
): Promise<Result> {
  const records = await resolver.txt(keyName(selector, domain)).then(
    (answer) => answer.records,
    (error: unknown) => {
      if (error instanceof DnsFailure) return 'temperror' as const
      throw error
    },
  )
  if (records === 'temperror') return records
  const [record] = records
  const found = record === undefined ? 'permerror' : readPublicKey(record, algorithm, services)
  if (typeof found === 'string') return found
  if (found.isStrict && !isExact) return 'permerror'
  const isRsa = algorithm === 'rsa'
  // Ed25519 signs the hash itself (RFC 8463, section 3).
  const signed = isRsa ? covered : createHash('sha256').update(covered).digest()
  return new Promise((resolve) => {
    // With a callback a thread does the work.
    verify(isRsa ? 'sha256' : null, signed, found.key, value, (error, isRight) =>
      resolve(error === null && isRight ? 'pass' : 'fail'),
    )
  })
}

/** A public key as its record contains it (RFC 6376, section 3.6.1). */
interface PublicKey {
  readonly key: KeyObject
  /** True if the address of the signer (`i=`) must be of the signing domain itself. */
  readonly isStrict: boolean
}

/**
 * Permitted lengths of RSA keys in bits: shorter ones prove nothing (RFC 8301, section 3.2), longer ones only cost
 * time.
 */
const rsaBits = { min: 1024, max: 8192 }

/**
 * Reads a key record. `permerror`: it is not one, or revoked, or for something else; `policy`: the length of the key
 * is not accepted.
 */
function readPublicKey(
  record: string,
  algorithm: 'rsa' | 'ed25519',
  services: readonly KeyService[],
): PublicKey | 'permerror' | 'policy' {
  const tags = tagsOf(record)
  const text = unfolded(tags?.get('p') ?? '')
  if (tags === undefined || !/^[a-z0-9+/]+=*$/i.test(text)) return 'permerror'
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1' || (tags.get('k') ?? 'rsa').toLowerCase() !== algorithm)
    return 'permerror'
  const allows = (tag: string, value: string) => {
    const list = tags.get(tag)
    const listed = list === undefined ? undefined : itemsOf(list.toLowerCase())
    return listed === undefined || listed.includes(value) || (tag === 's' && listed.includes('*'))
  }
  if (!allows('h', 'sha256') || !services.some((service) => allows('s', service))) return 'permerror'
  const key = keyOf(Buffer.from(text, 'base64'), algorithm)
  if (key === undefined) return 'permerror'
  const bits = key.asymmetricKeyDetails?.modulusLength
  if (bits !== undefined && (bits < rsaBits.min || bits > rsaBits.max)) return 'policy'
  return { key, isStrict: itemsOf(tags.get('t') ?? '').includes('s') }
}

function keyOf(bytes: Buffer, algorithm: 'rsa' | 'ed25519'): KeyObject | undefined {
  try {
    if (algorithm === 'ed25519') {
      // The 32 bytes alone (RFC 8463, section 4).
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }
      return createPublicKey({ key: jwk, format: 'jwk' })
    }
    const key = createPublicKey({ key: bytes, format: 'der', type: rsaTypeOf(bytes) })
    return key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the format of an RSA key: some publish it without the frame that says that it is one (RFC 6376, erratum
 * 3017).
 */
function rsaTypeOf(bytes: Buffer): 'spki' | 'pkcs1' {
  // The first element of a sequence is another sequence, or the modulus. Its length has one byte, or the byte says
  // how many bytes it has.
  const [, length = 0] = bytes
  const inner = length < 0x80 ? 2 : 2 + (length & 0x7f)
  return bytes[inner] === 0x30 ? 'spki' : 'pkcs1'
}
