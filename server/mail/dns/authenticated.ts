import type { Answer as DnsRecord, RecordType } from 'dns-packet'
import { exchange, type DnsReply } from './exchange.js'
import { DnsFailure } from './resolver.js'
import type { DnsServer } from './servers.js'

export interface Authenticated {
  readonly records: readonly DnsRecord[]
  readonly exists: boolean
  /** Whether the server has proved it by DNSSEC, be it that there is nothing (RFC 4035, section 3.2.3). */
  readonly authenticated: boolean
}

export interface Asking {
  readonly servers: readonly DnsServer[]
  /** How long one is waited for, in milliseconds. */
  readonly tryMs: number
}

/** As c-ares does it: each server in turn, twice. */
const rounds = 2
const limitMs = 10_000

/**
 * Asks with DNSSEC.
 *
 * @throws DnsFailure
 */
export async function askAuthenticated(
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
