import ipaddr from 'ipaddr.js'
import { Resolver as Channel } from 'node:dns/promises'
import { answerMemory, type Fresh } from './memory.js'
import { DnsFailure, type Answer, type Resolver } from './resolver.js'
import { reversedAddress } from './reversed.js'
import { dnsServers, serverText } from './servers.js'
import { lookUpTlsa } from './tlsa.js'
import { withTimeout } from '../../../base/time/with-timeout.js'

/**
 * The name that the DNS has an address under (RFC 1035, section 3.5; RFC 3596, section 2.5).
 *
 * @param address IPv4 or IPv6
 * @throws Error where it is neither
 */
function reverseName(address: string): string {
  const parsed = ipaddr.process(address)
  return `${reversedAddress(parsed.toString())}.${parsed.kind() === 'ipv4' ? 'in-addr' : 'ip6'}.arpa`
}

/** c-ares asks each server twice and doubles the wait, so one that is silent takes 7.5 s. */
const usualTryMs = 2500
const tries = 2
/** However many servers are silent. */
const limitMs = 10_000

/** Where node:dns does not say how long an answer lasts, and for what is not there. */
const unknownTtl = 60

export interface ResolverOptions {
  /** How long a server is waited for at first, in milliseconds. Tests shorten it. */
  readonly tryMs?: number
  /**
   * How long an answer is remembered at most, in seconds; an hour where it is not said. 0 remembers none, nor
   * failures.
   */
  readonly keptSeconds?: number
  /** Milliseconds that only grow, for what it remembers. */
  readonly now?: () => number
}

/**
 * A resolver that asks the given servers and remembers what they say.
 *
 * @param servers as POSTSEAL_DNS_SERVERS has them; the system's where there are none
 */
export function openResolver(servers: readonly string[], options: ResolverOptions = {}): Resolver {
  const { tryMs = usualTryMs, now, keptSeconds } = options
  const asked = dnsServers(servers)
  const channel = new Channel({ timeout: tryMs, tries })
  channel.setServers(asked.map(serverText))
  const memory = answerMemory(now, keptSeconds)

  /** One question of node:dns. */
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

  /** A question whose answer is plain texts, without how long it lasts. */
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
