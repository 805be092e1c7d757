import type { spf as Spf } from 'mailauth/lib/spf/index.js'
import { DnsFailure, type Answer, type Resolver } from '../../../dns/resolver.js'

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
    resolver: asNode(resolver, address, failures),
  })
  const [failure] = failures
  if (status.result === 'temperror' && failure !== undefined) return failure
  return results.has(status.result) ? (status.result as SpfResult) : 'permerror'
}

/** mailauth's types know of no records but texts. */
type AsNode = NonNullable<Parameters<typeof Spf>[0]['resolver']>

/** Our resolver as mailauth asks: as `resolve` of node:dns, errors and all. */
function asNode(resolver: Resolver, address: string, failures: DnsFailure[]): AsNode {
  /** Throws with the code of node:dns where there is nothing, or no answer, which is a time-out to mailauth. */
  async function there<T>(name: string, asked: Promise<Answer<T>>): Promise<readonly T[]> {
    const { records, exists } = await asked.catch((error: unknown) => {
      if (!(error instanceof DnsFailure)) throw error
      failures.push(error)
      // Other codes it would take for an include that does not match.
      throw failed('ETIMEOUT', name)
    })
    if (records.length === 0) throw failed(exists ? 'ENODATA' : 'ENOTFOUND', name)
    return records
  }

  const ask = async (name: string, type: string) => {
    switch (type) {
      case 'TXT':
        return (await there(name, resolver.txt(name))).map((text) => [text])
      case 'MX': {
        const records = await there(name, resolver.mx(name))
        return records.map(({ exchange, preference }) => ({ exchange, priority: preference }))
      }
      case 'A':
        return (await there(name, resolver.addresses(name))).filter((address) => !address.includes(':'))
      case 'AAAA':
        return (await there(name, resolver.addresses(name))).filter((address) => address.includes(':'))
      case 'PTR':
        // It asks for those of the sender only. Without an answer there are none (RFC 7208, section 5.5).
        return resolver.names(address).then(
          ({ records }) => [...records],
          () => [],
        )
      default:
        throw new Error(`mailauth asks for ${type} records`)
    }
  }
  return ask as AsNode
}

function failed(code: string, name: string): Error {
  return Object.assign(new Error(`${code} ${name}`), { code })
}
