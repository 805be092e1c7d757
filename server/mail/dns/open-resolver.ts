import ipaddr from 'ipaddr.js'
import { Resolver as Channel } from 'node:dns/promises'
import { answerMemory, type Fresh } from './memory.js'
import { DnsFailure, type Answer, type Resolver } from './resolver.js'
import { reversedAddress } from './reversed.js'
import { dnsServers, serverText } from './servers.js'
import { lookUpTlsa } from './tlsa.js'
import { withTimeout } from '../../../base/time/with-timeout.js'

/**
 * Returns the name of an address in the DNS (RFC 1035, section 3.5; RFC 3596, section 2.5).
 *
 * @param address IPv4 or IPv6
 * @throws Error if it is neither
 */
function reverseName(address: string): string {
  const parsed = ipaddr.process(address)
  return `${reversedAddress(parsed.toString())}.${parsed.kind() === 'ipv4' ? 'in-addr' : 'ip6'}.arpa`
}

/**
 * Milliseconds to wait at first. c-ares tries each server twice and doubles the wait, so a silent one takes 7.5 s.
 */
const usualTryMs = 2500
const tries = 2
/** Milliseconds that a look-up takes at most, however many servers are silent. */
const limitMs = 10_000

/**
 * Seconds for which an answer is kept if node:dns does not give its TTL, and for names and records that do not exist.
 */
const unknownTtl = 60

export interface ResolverOptions {
  /** Milliseconds to wait for a server at first. Tests shorten it. */
  readonly tryMs?: number
  /**
   * Longest time in seconds for which an answer is remembered; an hour by default. 0 remembers neither answers nor
   * failures.
   */
  readonly keptSeconds?: number
  /** Milliseconds of a monotonic clock, for the remembered answers. */
  readonly now?: () => number
}

/**
 * Opens a resolver that queries the given servers and remembers their answers.
 *
 * @param servers servers in the form of POSTSEAL_DNS_SERVERS; the system's if there are none
 */
export function openResolver(servers: readonly string[], options: ResolverOptions = {}): Resolver {
  const { tryMs = usualTryMs, now, keptSeconds } = options
  const asked = dnsServers(servers)
  const channel = new Channel({ timeout: tryMs, tries })
  channel.setServers(asked.map(serverText))
  const memory = answerMemory(now, keptSeconds)

  /** Sends one query by node:dns. */
  async function look<T>(
    what: string,
    work: () => Promise<T[]>,
    ttlOf: (records: T[]) => number,
  ): Promise<Fresh<T>> {
    try {
      const records = await withTimeout(work(), limitMs, () => new DnsFailure(what, 'ETIMEOUT'))
      return { answer: { records, exists: true }, ttl: ttlOf(records) }
    } catch (error) {
      if (error instanceof DnsFailure) throw error
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      // A text that cannot be a name of the DNS (EBADNAME: a label too long or empty) will not exist later either.
      if (code !== 'ENOTFOUND' && code !== 'ENODATA' && code !== 'EBADNAME') throw new DnsFailure(what, code)
      return { answer: { records: [], exists: code === 'ENODATA' }, ttl: unknownTtl }
    }
  }

  /** Sends a query whose answer is plain texts, without their TTL. */
  const texts = (type: 'CNAME' | 'PTR', name: string, work: () => Promise<string[]>) =>
    memory.ask(`${type} ${name}`, () => look(`${type} ${name}`, work, () => unknownTtl))

  async function addressesOf(host: string, type: 'A' | 'AAAA'): Promise<Answer<{ address: string }>> {
    const what = `${type} ${host}`
    const work = () =>
      type === 'A' ? channel.resolve4(host, { ttl: true }) : channel.resolve6(host, { ttl: true })
    return memory.ask(what, () => look(what, work, (found) => Math.min(...found.map(({ ttl }) => ttl))))
  }

  return {
    mx: (domain) =>
      memory.ask(`MX ${domain}`, async () => {
        const { answer, ttl } = await look(
          `MX ${domain}`,
          () => channel.resolveMx(domain),
          () => unknownTtl,
        )
        const records = answer.records.map(({ exchange, priority }) => ({ exchange, preference: priority }))
        return { answer: { ...answer, records }, ttl }
      }),
    txt: (name) =>
      memory.ask(`TXT ${name}`, async () => {
        const { answer, ttl } = await look(
          `TXT ${name}`,
          () => channel.resolveTxt(name),
          () => unknownTtl,
        )
        return { answer: { ...answer, records: answer.records.map((parts) => parts.join('')) }, ttl }
      }),
    cname: (name) => texts('CNAME', name, () => channel.resolveCname(name)),
    names: (address) => {
      const name = reverseName(address)
      // Not `reverse`, which would believe this host's own table of hosts.
      return texts('PTR', name, () => channel.resolvePtr(name))
    },
    addresses: async (host) => {
      const families = await Promise.allSettled([addressesOf(host, 'A'), addressesOf(host, 'AAAA')])
      const answers = families.flatMap((family) => (family.status === 'fulfilled' ? [family.value] : []))
      const records = answers.flatMap((answer) => answer.records.map(({ address }) => address))
      const failed = families.find((family) => family.status === 'rejected')
      // The addresses of one family are enough. If it has none, and the other family failed, the result is unknown.
      if (records.length === 0 && failed !== undefined) throw failed.reason
      return { records, exists: answers.some((answer) => answer.exists) }
    },
    tlsa: (host, port) =>
      memory.ask(`TLSA ${port} ${host}`, () => lookUpTlsa({ servers: asked, tryMs }, host, port)),
  }
}
