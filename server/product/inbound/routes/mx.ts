import type { components } from '../../../../generated/api-types.js'
import type { MxRecord, Resolver } from '../../../mail/dns/resolver.js'
import { isHost } from '../../domains/check/check-return-path-mx.js'
import { answeringFor } from '../../domains/check/deadline.js'

/** The hosts that receive the mail of a domain. */
export type MxFound = Pick<components['schemas']['InboundDomain'], 'mx' | 'found'>

/** Longest time for all look-ups together, in milliseconds. */
const limitMs = 3_000

/** Most domains that are looked up at a time. */
const atATime = 10

/** Most hosts of a domain that are shown, and compared by their addresses. */
const maxHosts = 10

/**
 * Looks up whether the mail of domains comes to a host. A domain without an answer in time is `unknown`.
 *
 * @param hostname name that this service uses for itself
 */
export async function lookUpMx(
  resolver: Resolver,
  hostname: string,
  domains: readonly string[],
): Promise<Map<string, MxFound>> {
  const limited = answeringFor(resolver, limitMs)
  const found = new Map<string, MxFound>()
  const waiting = domains.values()
  const work = async () => {
    for (const domain of waiting) found.set(domain, await mxOf(limited.resolver, hostname, domain))
  }
  try {
    await Promise.all(Array.from({ length: atATime }, work))
  } finally {
    limited.end()
  }
  return found
}

async function mxOf(resolver: Resolver, hostname: string, domain: string): Promise<MxFound> {
  let hosts: string[] = []
  try {
    const { records } = await resolver.mx(domain)
    hosts = hostsOf(records)
    if (hosts.length === 0) return { mx: 'missing', found: hosts }
    const isHere =
      records.some(({ exchange }) => isHost(exchange, hostname)) ||
      (await haveItsAddress(resolver, hostname, hosts))
    return { mx: isHere ? 'published' : 'other', found: hosts }
  } catch {
    return { mx: 'unknown', found: hosts }
  }
}

/** Returns whether one of the hosts is this one by another name. */
async function haveItsAddress(
  resolver: Resolver,
  hostname: string,
  hosts: readonly string[],
): Promise<boolean> {
  const [ours, ...theirs] = await Promise.all([hostname, ...hosts].map((host) => resolver.addresses(host)))
  return theirs.some(({ records }) => records.some((address) => ours?.records.includes(address)))
}

/** Returns hosts by priority. The host of a domain that accepts no mail (RFC 7505) is the root. */
function hostsOf(records: readonly MxRecord[]): string[] {
  return records
    .toSorted((one, other) => one.preference - other.preference)
    .slice(0, maxHosts)
    .map(({ exchange }) => (exchange === '' ? '.' : exchange))
}
