import type { OwnDomain, OwnDomains } from './own-domains.js'
import type { PublishedPolicy, ReportRow } from './read-dmarc-report.js'
import { aligned } from '../../../../mail/dmarc/same-organization.js'

/** Counts of a source in messages; the columns of dmarc_source_days. */
export const counted = [
  'messages',
  'dkim_pass',
  'dkim_aligned',
  'spf_pass',
  'spf_aligned',
  'dmarc_pass',
  'own_signature',
  'disposition_none',
  'disposition_quarantine',
  'disposition_reject',
] as const

export type Counts = Record<(typeof counted)[number], number>

/** The counts of a source in some rows of a report. */
export interface Tallied {
  readonly address: string
  readonly headerFrom: string
  readonly counts: Counts
}

/** Some rows, added up for each domain and for each source of it, so that a source is written once. */
export type Tally = Map<
  OwnDomain['id'],
  { readonly domain: OwnDomain; readonly sources: Map<string, Tallied> }
>

/**
 * Adds a row to each domain here that it is about; rows about other domains are passed over.
 *
 * @returns how many sources were added to the tally
 */
export function addRow(tally: Tally, domains: OwnDomains, policy: PublishedPolicy, row: ReportRow): number {
  const headerFrom = row.headerFrom ?? policy.domain
  let added = 0
  for (const domain of domains.of(headerFrom)) {
    const own = tally.get(domain.id) ?? { domain, sources: new Map<string, Tallied>() }
    tally.set(domain.id, own)
    const key = `${row.address} ${headerFrom}`
    let source = own.sources.get(key)
    if (source === undefined) {
      source = { address: row.address, headerFrom, counts: zero() }
      own.sources.set(key, source)
      added += 1
    }
    addUp(source.counts, row, {
      headerFrom,
      policy,
      isOwn: (signature) => domains.isOwnSignature(domain, signature),
    })
  }
  return added
}

function addUp(
  counts: Counts,
  { count, disposition, evaluated, signatures, spfDomains }: ReportRow,
  {
    headerFrom,
    policy,
    isOwn,
  }: {
    readonly headerFrom: string
    readonly policy: PublishedPolicy
    readonly isOwn: (signature: ReportRow['signatures'][number]) => boolean
  },
): void {
  // If the receiver gives no verdict on alignment, the verdict is computed as the receiver would have.
  const dkimAligned =
    evaluated?.dkim ?? signatures.some(({ domain }) => aligned(domain, headerFrom, policy.strictDkim))
  const spfAligned =
    evaluated?.spf ?? spfDomains.some((domain) => aligned(domain, headerFrom, policy.strictSpf))
  const add = (name: keyof Counts, holds: boolean) => {
    if (holds) counts[name] += count
  }
  add('messages', true)
  // Some receivers leave out the results on which they based their verdict.
  add('dkim_pass', dkimAligned || signatures.length > 0)
  add('dkim_aligned', dkimAligned)
  add('spf_pass', spfAligned || spfDomains.length > 0)
  add('spf_aligned', spfAligned)
  add('dmarc_pass', dkimAligned || spfAligned)
  add('own_signature', signatures.some(isOwn))
  add(`disposition_${disposition}`, true)
}

function zero(): Counts {
  return {
    messages: 0,
    dkim_pass: 0,
    dkim_aligned: 0,
    spf_pass: 0,
    spf_aligned: 0,
    dmarc_pass: 0,
    own_signature: 0,
    disposition_none: 0,
    disposition_quarantine: 0,
    disposition_reject: 0,
  }
}
