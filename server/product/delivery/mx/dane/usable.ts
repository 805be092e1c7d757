import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import type { TlsaRecord } from '../../../../mail/dns/resolver.js'

/** Certificate usage DANE-TA (RFC 6698, section 2.1, with the names of RFC 7218). */
export const daneTa = 2
export const daneEe = 3
const spki = 1
const full = 0
const digests: Readonly<Record<number, number>> = { 1: 32, 2: 64 }

/**
 * Returns whether a record can be used for SMTP, which means that it names a certificate or key of the server or of
 * its own authority. The usages 0 and 1 mean public authorities, which are not for SMTP (RFC 7672, section 3.1.3).
 */
export function isUsable(record: TlsaRecord): boolean {
  if (record.usage !== daneTa && record.usage !== daneEe) return false
  if (record.selector > spki) return false
  if (record.matchingType !== full) return record.data.length === digests[record.matchingType]
  return anchorOf(record) !== undefined
}

/** Returns the certificate or the key that a record holds as a whole. */
export function anchorOf(record: TlsaRecord): X509Certificate | KeyObject | undefined {
  if (record.matchingType !== full) return undefined
  try {
    return record.selector === spki
      ? createPublicKey({ key: record.data, format: 'der', type: 'spki' })
      : new X509Certificate(record.data)
  } catch {
    return undefined
  }
}
