import { nodeStyle } from '../../../dns/node-style.js'
import type { DnsFailure, Resolver } from '../../../dns/resolver.js'

/** A failure is what RFC 7208 calls temperror: another time the DNS may answer. */
export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror' | DnsFailure

const results: ReadonlySet<string> = new Set(['pass', 'fail', 'softfail', 'neutral', 'none'])

/**
 * What receivers make of mail from an address (RFC 7208).
 *
 * @param domain that of the return path
 * @param helo what the sender calls itself
 */
export async function evaluateSpf(
  domain: string,
  address: string,
  helo: string,
  resolver: Resolver,
): Promise<SpfResult> {
  // It takes some tenths of a second to load, which a start need not wait for.
  const { spf } = await import('mailauth/lib/spf/index.js')
  const failures: DnsFailure[] = []
  const { status } = await spf({
    sender: `postmaster@${domain}`,
    ip: address,
    helo,
    mta: helo,
    resolver: nodeStyle(resolver, { client: address, onFailure: (failure) => void failures.push(failure) }),
  })
  const [failure] = failures
  if (status.result === 'temperror' && failure !== undefined) return failure
  return results.has(status.result) ? (status.result as SpfResult) : 'permerror'
}
