import type { MxRecord, Resolver } from '../../dns/resolver.js'
import { shuffled } from './shuffle.js'
import { ConnectionFailed } from '../smtp/connector.js'

/**
 * Hosts that are looked up for one connection. Domains with hundreds exist, some of them made to keep senders busy; who
 * has ten that do not answer is better tried again later.
 */
const maxHosts = 10

/**
 * The hosts that take a domain's mail, best first (RFC 5321, section 5.1). mx-connect finds them too, but does not know a
 * domain that takes no mail (RFC 7505), always begins with the same of equal hosts, and looks up all of them however many
 * there are.
 *
 * @throws ConnectionFailed with `no_such_domain` or `null_mx`
 * @throws DnsFailure
 */
export async function exchangesOf(resolver: Resolver, domain: string): Promise<string[]> {
  const mx = await resolver.mx(domain)
  const hosts = mx.records.filter(({ exchange }) => exchange !== '')
  if (hosts.length > 0) return inOrder(hosts)
  if (mx.records.length > 0) throw failed('null_mx', `${domain} says that it takes no mail (RFC 7505).`)
  if (!mx.exists) throw failed('no_such_domain', `${domain} does not exist.`)
  // Without MX records the domain is its own host.
  const { records } = await resolver.addresses(domain)
  if (records.length === 0) throw failed('no_such_domain', `${domain} has neither MX nor address records.`)
  return [domain]
}

function inOrder(records: readonly MxRecord[]): string[] {
  const sorted = shuffled(records).sort((a, b) => a.preference - b.preference)
  return [...new Set(sorted.map(({ exchange }) => exchange.toLowerCase()))].slice(0, maxHosts)
}

function failed(failure: 'null_mx' | 'no_such_domain', message: string): ConnectionFailed {
  return new ConnectionFailed('resolve', failure, message)
}
