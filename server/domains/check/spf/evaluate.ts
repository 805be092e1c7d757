import { spf } from 'mailauth/lib/spf/index.js'
import { DnsFailure, type Answer, type Resolver } from '../../../dns/resolver.js'

export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror' | 'temperror'

const results: ReadonlySet<string> = new Set(['pass', 'fail', 'softfail', 'neutral', 'none', 'permerror'])

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
  const { status } = await spf({
    sender: `postmaster@${domain}`,
    ip: address,
    helo,
    mta: helo,
    resolver: asNode(resolver, address),
  })
  return results.has(status.result) ? (status.result as SpfResult) : 'temperror'
}

/** mailauth's types know of no records but texts. */
type AsNode = NonNullable<Parameters<typeof spf>[0]['resolver']>

/** Our resolver as mailauth asks: as `resolve` of node:dns, errors and all. */
function asNode(resolver: Resolver, address: string): AsNode {
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
        // It asks for those of the sender only.
        return there(name, resolver.names(address))
      default:
        throw new Error(`mailauth asks for ${type} records`)
    }
  }
  return ask as AsNode
}

/** @throws Error with the code of node:dns where there is nothing, or no answer, which is a time-out to mailauth */
async function there<T>(name: string, asked: Promise<Answer<T>>): Promise<readonly T[]> {
  let answer
  try {
    answer = await asked
  } catch (error) {
    // Other codes it would take for an include that does not match.
    if (error instanceof DnsFailure) throw failed('ETIMEOUT', name)
    throw error
  }
  if (answer.records.length === 0) throw failed(answer.exists ? 'ENODATA' : 'ENOTFOUND', name)
  return answer.records
}

function failed(code: string, name: string): Error {
  return Object.assign(new Error(`${code} ${name}`), { code })
}
