import type { MailPart } from './body/walk-mail.js'

/** Parts of S/MIME (RFC 8551, section 3.2) and of OpenPGP (RFC 3156). */
const sealedType = /^application\/(?:pgp-(?:signature|encrypted)|(?:x-)?pkcs7-(?:mime|signature))$/

/** File names of S/MIME, which identify it if a program did not know the type (RFC 8551, section 3.2.1). */
const sealedName = /\.p7[ms]$/i

/**
 * Returns whether a part is signed or encrypted, or the signature of another (RFC 1847). Its message must not be
 * written anew.
 */
export function isSealed({
  type,
  filename,
  parent,
}: Pick<MailPart, 'type' | 'filename' | 'parent'>): boolean {
  return (
    sealedType.test(type) ||
    parent === 'signed' ||
    parent === 'encrypted' ||
    (type === 'application/octet-stream' && sealedName.test(filename ?? ''))
  )
}
