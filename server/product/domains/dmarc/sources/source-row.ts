import type { components } from '../../../../../generated/api-types.js'
import { toTypeId, type Uuid } from '../../../../platform/db/ids.js'
import { byKey } from '../../../../platform/http/lists/bounded-walk.js'
import { counted } from '../reports/tally.js'

type Schemas = components['schemas']

/** A source as reads select it. PostgreSQL returns sums as text. */
export interface SourceRow {
  readonly id: Uuid
  readonly domain_id: Uuid
  readonly domain: string
  readonly address: string
  readonly hostname: string | null
  readonly network: string | null
  readonly header_from: string
  readonly kind: Schemas['DmarcSourceKind']
  readonly ours: boolean
  readonly messages: string
  readonly dkim_pass: string
  readonly dkim_aligned: string
  readonly spf_pass: string
  readonly spf_aligned: string
  readonly dmarc_pass: string
  readonly disposition_none: string
  readonly disposition_quarantine: string
  readonly disposition_reject: string
  readonly first_seen_at: Date
  readonly last_seen_at: Date
  readonly review: 'authorized' | 'unauthorized' | null
  readonly review_note: string | null
  readonly reviewed_at: Date | null
}

/**
 * Returns SQL for the kind of a source. At least half of the messages of an authorized sender have to pass: a forger
 * whose mail an honest host forwards now and then does not reach that.
 *
 * @param counts alias of the source's sums
 * @param ours SQL that is true if the address is ours
 */
export function kindOf(counts: string, ours: string): string {
  return `case
    when ${ours} then 'ours'
    when ${counts}.own_signature > 0 then 'forwarded'
    when ${counts}.messages > 0 and ${counts}.dmarc_pass * 2 >= ${counts}.messages then 'aligned'
    else 'unexplained' end`
}

/**
 * Returns SQL that tests whether an address is within the ranges. As `inet` they may have bits beyond the prefix,
 * which `cidr` refuses; only the network is compared.
 */
export function isWithin(address: string, ranges: string): string {
  return `(${address} <<= any(${ranges}::inet[]))`
}

/** SQL of the columns that are selected of a `source` with `sourceJoins`. */
export const sourceColumns = `source.id, source.domain_id, domain.name as domain, host(source.address) as address,
  source.hostname, source.network, source.header_from, source.first_seen_at, source.last_seen_at, source.review,
  source.review_note, source.reviewed_at, place.ours, class.kind,
  ${counted.map((sum) => `coalesce(counted.${sum}, 0) as ${sum}`).join(', ')}`

/**
 * Returns SQL that joins to a `source` its `domain`, its `counted` sums of some days, `place` (is the address ours?)
 * and `class` (the kind); row by row, so that the cost of a page depends on its rows alone.
 *
 * @param from placeholder of the first day; the other parameters are placeholders too
 */
export function sourceJoins(from: string, below: string, ranges: string): string {
  return `${byKey('domains', 'domain', 'source', 'domain_id')}
    left join lateral (
      select count(*) as days, ${counted.map((sum) => `sum(${sum}) as ${sum}`).join(', ')}
      from dmarc_source_days
      where workspace_id = $1 and source_id = source.id and day >= ${from}::date and day < ${below}::date
    ) counted on true
    cross join lateral (select ${isWithin('source.address', ranges)} as ours) place
    cross join lateral (select ${kindOf('counted', 'place.ours')} as kind) class`
}

export function presentSource(row: SourceRow): Schemas['DmarcSource'] {
  return {
    id: toTypeId('dms', row.id),
    domain_id: toTypeId('dom', row.domain_id),
    domain: row.domain,
    address: row.address,
    hostname: row.hostname,
    network: row.network,
    header_from: row.header_from,
    kind: row.kind,
    ours: row.ours,
    messages: Number(row.messages),
    dkim_pass: Number(row.dkim_pass),
    dkim_aligned: Number(row.dkim_aligned),
    spf_pass: Number(row.spf_pass),
    spf_aligned: Number(row.spf_aligned),
    dmarc_pass: Number(row.dmarc_pass),
    dispositions: {
      none: Number(row.disposition_none),
      quarantine: Number(row.disposition_quarantine),
      reject: Number(row.disposition_reject),
    },
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    review: row.review,
    review_note: row.review_note,
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
  }
}
