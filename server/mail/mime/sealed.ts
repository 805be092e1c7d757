import type { PartDescription } from './part.js'

/** Parts of S/MIME (RFC 8551, section 3.2) and of OpenPGP (RFC 3156). */
const sealedType = /^application\/(?:pgp-(?:signature|encrypted)|(?:x-)?pkcs7-(?:mime|signature))$/

/** Names of S/MIME, which tell it where a program did not know the type (RFC 8551, section 3.2.1). */
const sealedName = /\.p7[ms]$/i

/** Whether a part is signed or encrypted, or the signature of another. Its message must not be written anew. */
export function isSealed({ type, filename }: Pick<PartDescription, 'type' | 'filename'>): boolean {
  return sealedType.test(type) || (type === 'application/octet-stream' && sealedName.test(filename ?? ''))
}
