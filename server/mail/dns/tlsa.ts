import type { TlsaAnswer, Answer as DnsRecord, RecordType } from 'dns-packet'
import type { Fresh } from './memory.js'
import { DnsFailure, type TlsaRecord } from './resolver.js'
import { exchange, type DnsReply } from './exchange.js'
import type { DnsServer } from './servers.js'

const absentSeconds = 60

/**
 * Returns the authenticated TLSA records of a host's port (RFC 6698, section 3; RFC 7672, section 2.2).
 *
 * @throws DnsFailure if there may be some and nobody can tell
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

interface Authenticated {
  readonly records: readonly DnsRecord[]
  readonly exists: boolean
  /** True if the server has proved the answer by DNSSEC, even an empty one (RFC 4035, section 3.2.3). */
  readonly authenticated: boolean
}

interface Asking {
  readonly servers: readonly DnsServer[]
  /** Milliseconds to wait for one answer. */
  readonly tryMs: number
}

/** Number of rounds over the servers: as c-ares does it, each server in turn, twice. */
const rounds = 2
const limitMs = 10_000

/**
 * Sends a query with DNSSEC.
 *
 * @throws DnsFailure
 */
async function askAuthenticated(
  { servers, tryMs }: Asking,
  name: string,
  type: RecordType,
): Promise<Authenticated> {
  const end = Date.now() + limitMs
  let reason = 'ECONNREFUSED'
  for (const server of Array.from({ length: rounds }, () => servers).flat()) {
    const left = end - Date.now()
    if (left <= 0) break
    try {
      const reply = await exchange(server, name, type, Math.min(tryMs, left))
      const answer = answerIn(reply, type)
      if (answer !== undefined) return answer
      // SERVFAIL is also what a validating server says of a forged answer.
      reason = `E${reply.rcode}`
    } catch (error) {
      reason = error instanceof Error ? error.message : 'unknown'
    }
  }
  throw new DnsFailure(`${type} ${name}`, reason)
}

function answerIn(reply: DnsReply, type: RecordType): Authenticated | undefined {
  if (reply.rcode !== 'NOERROR' && reply.rcode !== 'NXDOMAIN') return undefined
  return {
    records: (reply.answers ?? []).filter((record) => record.type === type),
    exists: reply.rcode === 'NOERROR',
    authenticated: reply.flag_ad,
  }
}
