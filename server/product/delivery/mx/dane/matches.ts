import { createHash, type X509Certificate } from 'node:crypto'
import type { TlsaRecord } from '../../../../mail/dns/resolver.js'

/** By matching type (RFC 6698, section 2.1.3); the first is the thing itself. */
const algorithms = [undefined, 'sha256', 'sha512']

/** Whether a record is about this certificate, or its key. */
export function matches(record: TlsaRecord, certificate: X509Certificate): boolean {
  const whole =
    record.selector === 0 ? certificate.raw : certificate.publicKey.export({ format: 'der', type: 'spki' })
  const algorithm = algorithms[record.matchingType]
  const data = algorithm === undefined ? whole : createHash(algorithm).update(whole).digest()
  return data.equals(record.data)
}
