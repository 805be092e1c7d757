import type { TlsaAnswer } from 'dns-packet'
import { askAuthenticated, type Asking } from './authenticated.js'
import type { Fresh } from './memory.js'
import { DnsFailure, type TlsaRecord } from './resolver.js'

const absentSeconds = 60

/**
 * The authenticated TLSA records of a host's port (RFC 6698, section 3; RFC 7672, section 2.2).
 *
 * @throws DnsFailure where there may be some and nobody can tell
 */
export async function lookUpTlsa(asking: Asking, host: string, port: number): Promise<Fresh<TlsaRecord>> {
  let found
  try {
    found = await askAuthenticated(asking, `_${port}._tcp.${host}`, 'TLSA')
  } catch (error) {
    // Many name servers choke on types that they do not know. A host of a zone without DNSSEC cannot have
    // records that count, so there the failure says nothing (RFC 7672, section 2.2.2). Nobody but the
    // resolver can make a signed zone look unsigned.
    if (!(error instanceof DnsFailure) || (await isSigned(asking, host))) throw error
    return { answer: { records: [], exists: true }, ttl: absentSeconds }
  }
  const { exists, authenticated } = found
  const records = found.records.filter((record): record is TlsaAnswer => record.type === 'TLSA')
  if (!authenticated || records.length === 0) return { answer: { records: [], exists }, ttl: absentSeconds }
  return {
    answer: {
      records: records.map(({ data: { certificate, ...data } }) => ({ ...data, data: certificate })),
      exists,
    },
    ttl: Math.min(...records.map(({ ttl = 0 }) => ttl)),
  }
}

async function isSigned(asking: Asking, host: string): Promise<boolean> {
  return (await askAuthenticated(asking, host, 'A')).authenticated
}
