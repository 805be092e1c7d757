import { createHash, type X509Certificate } from 'node:crypto'
import type { TlsaRecord } from '../../../../mail/dns/resolver.js'

/** Digests by matching type (RFC 6698, section 2.1.3); type 0 compares the data itself. */
const algorithms = [undefined, 'sha256', 'sha512']

/** Returns whether a record names this certificate, or its key. */
export function matches(record: TlsaRecord, certificate: X509Certificate): boolean {
  const whole =
    record.selector === 0 ? certificate.raw : certificate.publicKey.export({ format: 'der', type: 'spki' })
  const algorithm = algorithms[record.matchingType]
  const data = algorithm === undefined ? whole : createHash(algorithm).update(whole).digest()
  return data.equals(record.data)
}
