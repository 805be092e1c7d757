import { isIP } from 'node:net'
import type { operations } from '../../../../../generated/api-types.js'
import { fromTypeId } from '../../../../platform/db/ids.js'
import type { Condition } from '../../../../platform/http/lists/bounded-walk.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { normalizeDomain } from '../../../../../base/addresses/address.js'
import { plainAddress } from '../../../../mail/network/address-ranges.js'

type Query = NonNullable<operations['listDmarcSources']['parameters']['query']>

/** Filters of a search for sources. */
export type SourceFilters = Omit<Query, 'limit' | 'cursor' | 'since' | 'until'>

/**
 * Returns the conditions of a search on `source` with its joins. The first one with an index drives the search: an
 * address has sent as fewer domains than a domain has addresses.
 *
 * @throws ApiError 422 if the address is no IP address, or the domain of the From field is no domain
 */
export function sourceConditions(filters: SourceFilters): Condition[] {
  // A source without reports in these days, or whose domain is being deleted at this moment, counts as examined only.
  const conditions: Condition[] = [{ sql: 'counted.days > 0 and domain.id is not null', values: [] }]
  if (filters.address !== undefined) {
    const values = [addressOf(filters.address)]
    const index = { table: 'dmarc_sources', equal: { address: values[0] ?? '' }, id: 'id' }
    conditions.push({ sql: 'source.address = ?::inet', values, index })
  }
  if (filters.domain_id !== undefined) {
    const id = fromTypeId('dom', filters.domain_id)
    const index = { table: 'dmarc_sources', equal: { domain_id: id }, id: 'id' }
    conditions.push({ sql: 'source.domain_id = ?', values: [id], index })
  }
  if (filters.header_from !== undefined) {
    const domain = normalizeDomain(filters.header_from)
    if (domain === undefined) throw refusedValue('/query/header_from', 'domain', 'must be a domain')
    conditions.push({ sql: 'source.header_from = ?', values: [domain] })
  }
  if (filters.review === 'none') conditions.push({ sql: 'source.review is null', values: [] })
  else if (filters.review !== undefined)
    conditions.push({ sql: 'source.review = ?', values: [filters.review] })
  if (filters.ours !== undefined)
    conditions.push({ sql: filters.ours ? 'place.ours' : 'not place.ours', values: [] })
  if (filters.kind !== undefined) conditions.push({ sql: 'class.kind = ?', values: [filters.kind] })
  return conditions
}

/**
 * Returns an address in its canonical spelling, IPv4 mapped into IPv6 as IPv4. An address with a zone is refused,
 * because the zone names an interface of somebody else's.
 */
function addressOf(text: string): string {
  if (isIP(text) === 0 || text.includes('%'))
    throw refusedValue('/query/address', 'address', 'must be an IPv4 or IPv6 address')
  return plainAddress(text)
}
