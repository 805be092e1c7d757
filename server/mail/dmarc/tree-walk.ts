import { DnsFailure, type Resolver } from '../dns/resolver.js'
import { parseDmarcRecord } from './parse.js'
import { isDmarcRecord } from './tags.js'

type Texts = Pick<Resolver, 'txt'>

/** Result of the walk at one name. */
interface Step {
  readonly domain: string
  /** The one DMARC record there; undefined if there is none, or more than one. */
  readonly record: string | undefined
  readonly psd: 'y' | 'n' | 'u'
  readonly several: boolean
}

/**
 * The record that receivers apply to a domain. `several` lists the names that have more than one, which all count as
 * none.
 */
export type DmarcDiscovery =
  | {
      readonly state: 'found'
      /** Domain of the record: the domain itself, or one above it. */
      readonly domain: string
      /** The whole text; `parseDmarcRecord` decides whether it has any effect. */
      readonly record: string
      readonly several: readonly string[]
    }
  | { readonly state: 'none' | 'several'; readonly several: readonly string[] }
  | { readonly state: 'unknown'; readonly failure: DnsFailure }

/**
 * Largest number of labels that are walked above the name itself, which makes eight queries in all (RFC 9989, section
 * 4.10).
 */
const maxLabelsAbove = 7

/** Returns the names that the walk queries, the domain itself first. */
function walkedNames(domain: string): string[] {
  const labels = domain.split('.')
  const above = labels.slice(1).slice(-maxLabelsAbove)
  return [domain, ...above.map((_label, index) => above.slice(index).join('.'))]
}

/**
 * Finds the DMARC record of a domain (RFC 9989, section 4.10.1): its own, else that of its organizational domain,
 * else that of the public suffix above.
 *
 * @param domain domain as A-labels in lower case
 */
export async function findDmarcPolicy(domain: string, resolver: Texts): Promise<DmarcDiscovery> {
  try {
    const own = await step(domain, resolver)
    if (own.record !== undefined) return { state: 'found', domain, record: own.record, several: [] }
    const steps = await walk(domain, resolver, own)
    const organization = organizationOf(domain, steps)
    const found =
      steps.find((at) => at.domain === organization && at.record !== undefined) ??
      steps.find((at) => at.psd === 'y')
    const several = steps.filter((at) => at.several).map((at) => at.domain)
    if (found?.record === undefined) return { state: several.length > 0 ? 'several' : 'none', several }
    return { state: 'found', domain: found.domain, record: found.record, several }
  } catch (failure) {
    if (failure instanceof DnsFailure) return { state: 'unknown', failure }
    throw failure
  }
}

/**
 * Returns the domain that a name belongs to, which relaxed alignment compares (RFC 9989, section 4.10.2).
 *
 * @param domain domain as A-labels in lower case
 * @throws DnsFailure
 */
export async function organizationalDomain(domain: string, resolver: Texts): Promise<string> {
  return organizationOf(domain, await walk(domain, resolver, await step(domain, resolver)))
}

/** Walks up from a name whose own record was read, until a record says that it is the end. */
async function walk(domain: string, resolver: Texts, own: Step): Promise<Step[]> {
  const steps = [own]
  for (const above of walkedNames(domain).slice(1)) {
    if (steps.at(-1)?.psd !== 'u') break
    steps.push(await step(above, resolver))
  }
  return steps
}

async function step(domain: string, resolver: Texts): Promise<Step> {
  const { records } = await resolver.txt(`_dmarc.${domain}`)
  const [record, ...others] = records.filter(isDmarcRecord)
  if (record === undefined || others.length > 0) {
    return { domain, record: undefined, psd: 'u', several: others.length > 0 }
  }
  return { domain, record, psd: parseDmarcRecord(record).psd, several: false }
}

function organizationOf(domain: string, steps: readonly Step[]): string {
  const last = steps.findLast((at) => at.record !== undefined)
  if (last === undefined) return domain
  // Public suffixes hold no organization's mail, save where the name is one itself.
  if (last.psd === 'y' && last.domain !== domain) {
    return domain
      .split('.')
      .slice(-(last.domain.split('.').length + 1))
      .join('.')
  }
  return last.domain
}
