import { isIP } from 'node:net'
import { DnsFailure, type Resolver } from '../../../mail/dns/resolver.js'
import { plainAddress } from '../../../mail/network/address-ranges.js'
import { answeringFor } from '../check/deadline.js'
import { nameIn } from '../check/record-check.js'

/** Longest chain of aliases that is followed; resolvers follow about as many. */
const maxAliases = 8
/** Longest time for all questions of a check together, in milliseconds. */
const maxMs = 20_000

/**
 * Checks that a host leads to the service: either it is an alias of one of the service's hosts, in one step or
 * several, or all of its addresses are those of one.
 *
 * @param targets the service's hosts, which may be IP addresses
 * @returns a sentence that says why the host does not lead to the service; null if it does; undefined if the DNS gave
 *   no answer
 */
export async function checkHost(
  resolver: Resolver,
  host: string,
  targets: readonly string[],
): Promise<string | null | undefined> {
  const limited = answeringFor(resolver, maxMs)
  try {
    return await look(limited.resolver, host, targets)
  } catch (error) {
    if (!(error instanceof DnsFailure)) throw error
    return undefined
  } finally {
    limited.end()
  }
}

async function look(resolver: Resolver, host: string, targets: readonly string[]): Promise<string | null> {
  const aliases = await aliasesOf(resolver, host)
  if (aliases.some((alias) => targets.includes(alias))) return null
  const [own, ...theirs] = await Promise.all([host, ...targets].map((name) => addressesOf(resolver, name)))
  const found = own ?? []
  if (found.length > 0 && theirs.some((those) => found.every((address) => those.includes(address))))
    return null
  const advice = `Publish a CNAME record there that leads to ${targets[0] ?? 'the service'}.`
  const [alias] = aliases
  if (alias !== undefined) return `${host} is an alias of ${nameIn(alias)}. ${advice}`
  if (found.length === 0) return `${host} has no records. ${advice}`
  return `${host} is at ${found.slice(0, 3).join(', ')}, not at this service. ${advice}`
}

/** Returns the names that a name is an alias of, the nearest one first. */
async function aliasesOf(resolver: Resolver, host: string): Promise<string[]> {
  const aliases: string[] = []
  for (let name = host; aliases.length < maxAliases;) {
    const [alias] = (await resolver.cname(name)).records
    if (alias === undefined) break
    name = alias.replace(/\.$/, '').toLowerCase()
    aliases.push(name)
  }
  return aliases
}

async function addressesOf(resolver: Resolver, name: string): Promise<string[]> {
  const found = isIP(name) > 0 ? [name] : (await resolver.addresses(name)).records
  return found.map(plainAddress)
}
