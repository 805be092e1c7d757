import { DnsFailure, type Answer, type Resolver } from '../../../../../server/mail/dns/resolver.js'
import type { Zone } from '../../../../support/domains/dns.js'

/** A resolver that has a zone in its memory, for what does not have to go over the wire. */
export function fakeDns(zone: Zone): Resolver & { asked: string[] } {
  const asked: string[] = []
  function answer<T>(type: string, name: string, records: readonly T[] | undefined): Answer<T> {
    asked.push(`${type} ${name}`)
    if (zone[name]?.fails !== undefined) throw new DnsFailure(`${type} ${name}`, 'ESERVFAIL')
    return { records: records ?? [], exists: zone[name] !== undefined }
  }
  return {
    asked,
    txt: async (name) =>
      answer(
        'TXT',
        name,
        zone[name]?.TXT?.map((parts) => [parts].flat().join('')),
      ),
    mx: async (name) =>
      answer(
        'MX',
        name,
        zone[name]?.MX?.map(([preference, exchange]) => ({ preference, exchange })),
      ),
    addresses: async (name) => answer('A', name, [...(zone[name]?.A ?? []), ...(zone[name]?.AAAA ?? [])]),
    cname: async (name) => {
      const alias = zone[name]?.CNAME
      return answer('CNAME', name, alias === undefined ? [] : [alias])
    },
    names: async (address) => answer('PTR', address, zone[address]?.PTR),
    tlsa: async (host) => answer('TLSA', host, []),
  }
}
