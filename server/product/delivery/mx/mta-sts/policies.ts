import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { DnsFailure, type Resolver } from '../../../../mail/dns/resolver.js'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'

/**
 * Returns the id under which a domain announces its MTA-STS policy (RFC 8461, section 3.1). The id changes with the
 * policy.
 *
 * @returns undefined if there is no announcement or the DNS gives no answer: for a sender both are the same
 */
async function announcedId(resolver: Resolver, domain: string): Promise<string | undefined> {
  let texts: readonly string[]
  try {
    texts = (await resolver.txt(`_mta-sts.${domain}`)).records
  } catch (error) {
    if (error instanceof DnsFailure) return undefined
    throw error
  }
  const [record, ...others] = texts.filter((text) => /^v=STSv1\s*;/.test(text))
  if (record === undefined || others.length > 0) return undefined
  return /;\s*id\s*=\s*([A-Za-z0-9]{1,32})\s*(?:;|$)/.exec(record)?.[1]
}

/** A domain's demands on those who send mail to it (RFC 8461, section 3.2). */
export interface StsPolicy {
  readonly mode: 'enforce' | 'testing' | 'none'
  /** Host names in lower case, some of which begin with `*.`. */
  readonly mx: readonly string[]
}

export interface StsPolicies {
  /**
   * Returns the policy of a domain.
   *
   * @returns undefined if the domain has none, or none can be fetched
   */
  of(domain: string): Promise<StsPolicy | undefined>
}

interface Kept {
  readonly id: string
  readonly policy: StsPolicy
  readonly size: number
  /** Milliseconds since the epoch from which on the policy is fetched anew when asked for. */
  readonly refreshAt: number
}

export interface PoliciesOptions {
  readonly resolver: Resolver
  /**
   * Fetches a domain's policy file.
   *
   * @throws Error if no policy can be fetched
   */
  readonly fetchFile: (domain: string) => Promise<string>
  readonly log: Logger
  /** Returns the time in milliseconds since the epoch. */
  readonly now?: () => number
}

/**
 * Most bytes of policies that are kept: policies can be 64 KiB each and are chosen by strangers, so they are counted
 * by size.
 */
const maxBytes = 16 * 1024 * 1024
/**
 * Shortest time between two fetches of a policy after one failed, in milliseconds, since RFC 8461 (section 3.3)
 * forbids to ask again with every message.
 */
const retryMs = 300_000
/**
 * Age at which a policy is fetched again, in milliseconds: long before it ends, so that nobody can wait for the end
 * and block the fetch then (RFC 8461, section 10.2).
 */
const refreshMs = 24 * 3600 * 1000

/**
 * Keeps policies for as long as they say, which is what protects: somebody who blocks the DNS or the fetch today
 * cannot take back what was known yesterday (RFC 8461, section 5.1). mailauth has this too, but forgets the policy
 * when the announcement cannot be looked up, fetches one that is still good each time, and has no limit of size.
 */
export function stsPolicies({ resolver, fetchFile, log, now = Date.now }: PoliciesOptions): StsPolicies {
  const known = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
    perf: { now },
    ttlResolution: 0,
  })
  /** Failed fetches, by domain and id. */
  const failed = new LRUCache<string, true>({
    ...atMostEntries(10_000),
    ttl: retryMs,
    perf: { now },
    ttlResolution: 0,
  })
  const fetching = new Map<string, Promise<void>>()

  async function refresh(domain: string, id: string): Promise<void> {
    try {
      const file = await fetchFile(domain)
      const { maxAge, ...policy } = await readPolicy(file)
      const ttl = maxAge * 1000
      const kept = { id, policy, size: 500 + file.length, refreshAt: now() + Math.min(ttl / 2, refreshMs) }
      // lru-cache takes a time to live of 0 for forever; a policy with `max_age` 0 is good for this once.
      known.set(domain, kept, { ttl: Math.max(ttl, 1) })
    } catch (error) {
      failed.set(`${domain} ${id}`, true)
      const reason = error instanceof Error ? error.message : 'unknown'
      log.warn({ domain, reason }, 'the MTA-STS policy of a domain could not be fetched')
    }
  }

  return {
    of: async (domain) => {
      const kept = known.get(domain)
      const id = await announcedId(resolver, domain)
      const fresh = kept !== undefined && kept.id === id && now() < kept.refreshAt
      if (id === undefined || fresh || failed.has(`${domain} ${id}`)) return kept?.policy
      const key = `${domain} ${id}`
      const work = fetching.get(key) ?? refresh(domain, id).finally(() => fetching.delete(key))
      fetching.set(key, work)
      await work
      return known.get(domain)?.policy
    },
  }
}

/**
 * Parses a policy file. The parser comes with half a library, and is loaded with the first policy.
 *
 * @throws Error
 */
async function readPolicy(file: string): Promise<StsPolicy & { readonly maxAge: number }> {
  const { default: mailauth } = await import('mailauth/lib/mta-sts.js')
  const { mode, mx = [], maxAge } = mailauth.parsePolicy(file)
  if (maxAge === undefined) throw new Error('the policy does not say how long it is valid')
  return { mode, mx, maxAge }
}

/**
 * Returns whether a policy lists a host (RFC 8461, section 4.1). mailauth's own check lets a wildcard stand for any
 * number of labels; it stands for one.
 */
export function matchesPolicy(host: string, policy: StsPolicy): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  const parent = name.slice(name.indexOf('.'))
  return policy.mx.some((pattern) => pattern === name || pattern === `*${parent}`)
}
