import type { Resolver } from '../../../mail/dns/resolver.js'
import { missing, nameIn, ok, type RecordCheck, type RecordFinding, wrong } from './record-check.js'
import { isSpfRecord } from './spf/parse.js'

/** The resolver's questions about the alias and its records. */
type Asked = Pick<Resolver, 'cname' | 'mx' | 'txt' | 'addresses'>

/** Returns whether an alias leads to a name. */
export function leadsTo(aliases: readonly string[], target: string): boolean {
  const [alias, ...others] = aliases.map((name) => name.replace(/\.$/, '').toLowerCase())
  return alias === target.toLowerCase() && others.length === 0
}

/**
 * Checks whether the domain's own return path is an alias of the service's, and so has its MX and SPF records. The
 * content of those is a matter of the service's own records.
 */
export const checkOwnReturnPath: RecordCheck = async ({ name }, { domain, sendingSetup, resolver }) => {
  const { returnPathDomain } = sendingSetup
  const { records } = await resolver.cname(name)
  if (records.length === 0) return withoutAlias(name, domain.name, returnPathDomain, resolver)
  if (!leadsTo(records, returnPathDomain)) {
    const advice =
      `The name ${name} is an alias (CNAME) of ${records.map(nameIn).join(' and ')}. Make it one of ` +
      `${returnPathDomain}, and of nothing else.`
    return wrong(records, 'return_path_elsewhere', advice)
  }
  const [inherited, own] = await Promise.all([
    mailRecords(name, resolver),
    mailRecords(returnPathDomain, resolver),
  ])
  // Records that the service itself lacks are reported as its own.
  if ((inherited.mx || !own.mx) && (inherited.spf || !own.spf)) return ok(records)
  const advice =
    `The name ${name} is an alias of ${returnPathDomain}, but the MX and SPF records of that are not found by it. Take ` +
    'away all other records at the name, and make sure that your DNS provider neither proxies nor flattens it.'
  return wrong(records, 'return_path_not_followed', advice)
}

/** Returns whether a name has MX and SPF records, following aliases. */
async function mailRecords(name: string, resolver: Asked): Promise<{ mx: boolean; spf: boolean }> {
  const [mx, texts] = await Promise.all([resolver.mx(name), resolver.txt(name)])
  return { mx: mx.records.length > 0, spf: texts.records.some(isSpfRecord) }
}

/** Explains a missing alias: another record may be in its place, or the alias where a slip of the hand puts it. */
async function withoutAlias(
  name: string,
  domain: string,
  target: string,
  resolver: Asked,
): Promise<RecordFinding> {
  // The alias is surely missing; these questions only find out why.
  const none = () => ({ records: [] })
  const doubled = `${name}.${domain}`
  const [mx, texts, addresses, slipped] = await Promise.all([
    resolver.mx(name).catch(none),
    resolver.txt(name).catch(none),
    resolver.addresses(name).catch(none),
    resolver.cname(doubled).catch(none),
  ])
  if (leadsTo(slipped.records, target)) {
    const advice =
      `The record is published at ${doubled}: most DNS providers append the domain to the name. Rename it so ` +
      `that it stands at ${name}.`
    return missing('return_path_at_doubled_name', advice)
  }
  const found = [
    ...mx.records.map(({ preference, exchange }) => `MX ${preference} ${exchange === '' ? '.' : exchange}`),
    ...texts.records.map((text) => `TXT ${text}`),
    ...addresses.records.map((address) => `${address.includes(':') ? 'AAAA' : 'A'} ${address}`),
  ]
  if (found.length > 0) {
    const advice =
      `The name ${name} has other records, and an alias (CNAME) can have none beside it. Remove them and publish the ` +
      'expected record, or choose another name for the return path.'
    return wrong(found, 'return_path_not_alias', advice)
  }
  const advice =
    `There is no CNAME record at ${name}. With it, mail of ${domain} leaves with a return path of its own, and SPF aligns ` +
    'as DMARC requires.'
  return missing('return_path_missing', advice)
}
