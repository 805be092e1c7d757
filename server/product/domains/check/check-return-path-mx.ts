import { isIP } from 'node:net'
import type { MxRecord, Resolver } from '../../../mail/dns/resolver.js'
import { type RecordCheck, nameIn, missing, ok, wrong, type RecordFinding } from './record-check.js'

/** Checks whether bounces come back to this host. */
export const checkReturnPathMx: RecordCheck = async ({ name }, { sendingSetup: { hostname }, resolver }) => {
  const { records } = await resolver.mx(name)
  const found = records
    .toSorted((one, other) => one.preference - other.preference)
    .map(({ preference, exchange }) => `${preference} ${exchange === '' ? '.' : exchange}`)
  if (records.length === 0) return withoutMx(name, hostname, resolver)
  if (records.some(({ exchange }) => exchange === '')) {
    const advice =
      `The MX record of ${name} does not accept mail (null MX, RFC 7505), so no bounces arrive. Publish the ` +
      'expected MX record instead.'
    return wrong(found, 'mx_null', advice)
  }
  const first = Math.min(...records.map(({ preference }) => preference))
  const best = records.filter(({ preference }) => preference === first)
  const here = best.find(({ exchange }) => isHost(exchange, hostname))
  const flaw =
    here === undefined
      ? await elsewhere(best, name, hostname, resolver)
      : await hostFlaw(here.exchange, name, resolver)
  return { ...(flaw ?? ok(found)), found }
}

/**
 * Checks a return path without an MX record, for which mail goes to the addresses of the domain itself (RFC 5321,
 * section 5.1).
 */
async function withoutMx(name: string, hostname: string, resolver: Resolver): Promise<RecordFinding> {
  const [own, ours] = await Promise.all([resolver.addresses(name), resolver.addresses(hostname)])
  if (own.records.some((address) => ours.records.includes(address))) return ok([])
  const advice = `${name} has no MX record, so bounces do not arrive. Publish the expected MX record there.`
  return missing('mx_missing', advice)
}

/**
 * Says that bounces go to other hosts.
 *
 * @returns undefined if one of the hosts is this host by another name
 */
async function elsewhere(
  best: readonly MxRecord[],
  name: string,
  hostname: string,
  resolver: Resolver,
): Promise<RecordFinding | undefined> {
  const [exchange = ''] = best.map((record) => record.exchange)
  if (isIP(exchange) !== 0) {
    const advice =
      `The MX record of ${name} holds the address ${exchange}, but only a host name is allowed there. ` +
      'Publish the expected MX record instead.'
    return wrong([], 'mx_address_literal', advice)
  }
  const [ours, ...theirs] = await Promise.all([
    resolver.addresses(hostname),
    ...best.slice(0, maxHosts).map((record) => resolver.addresses(record.exchange)),
  ])
  const same = theirs.findIndex(({ records }) => records.some((address) => ours.records.includes(address)))
  if (same >= 0) return hostFlaw(best[same]?.exchange ?? exchange, name, resolver)
  if (theirs.every(({ records }) => records.length === 0)) return noAddress(exchange, name)
  const advice =
    `The first MX record of ${name} leads to ${nameIn(exchange)}, so bounces do not arrive here. Make ` +
    'the expected MX record the one with the lowest number.'
  return wrong([], 'mx_elsewhere', advice)
}

/** Most equally good hosts that are looked at; nobody has so many. */
const maxHosts = 10

/** Returns the flaw that keeps mail from an exchange that has this host's name. */
async function hostFlaw(
  exchange: string,
  name: string,
  resolver: Resolver,
): Promise<RecordFinding | undefined> {
  const [addresses, alias] = await Promise.all([
    resolver.addresses(exchange),
    resolver.cname(exchange).then(
      ({ records }) => records[0],
      () => undefined,
    ),
  ])
  if (addresses.records.length === 0) return noAddress(exchange, name)
  if (alias === undefined) return undefined
  const advice =
    `The MX record of ${name} leads to ${nameIn(exchange)}, which is an alias (CNAME), and that is not ` +
    `allowed there (RFC 2181, section 10.3). Give it its own addresses, or use ${nameIn(alias)}.`
  return wrong([], 'mx_alias', advice)
}

function noAddress(exchange: string, name: string): RecordFinding {
  const advice =
    `The MX record of ${name} leads to ${nameIn(exchange)}, which has no address. Publish its A or ` +
    'AAAA record.'
  return wrong([], 'mx_no_address', advice)
}

/** Returns whether an MX record names a host. */
export function isHost(exchange: string, hostname: string): boolean {
  return exchange.toLowerCase().replace(/\.$/, '') === hostname.toLowerCase()
}
