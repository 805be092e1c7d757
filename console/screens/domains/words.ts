import type { Domain } from 'postseal'
import type { Meaning } from '../../ui/meaning.js'
import { isHeldBack, isOutstanding, type DomainRecord } from './records/records.js'

/** Names of the kinds of records. */
export const kindNames: Readonly<Record<string, string>> = {
  dkim: 'DKIM',
  spf: 'SPF',
  return_path_mx: 'Return path (MX)',
  return_path: 'Own return path',
  dmarc: 'DMARC',
  dmarc_reports: 'DMARC reports',
  mta_sts: 'MTA-STS',
  tls_rpt: 'TLS-RPT',
  bimi: 'BIMI',
}

/** Purposes of the kinds of records. */
export const kindPurposes: Readonly<Record<string, string>> = {
  dkim: 'Public key for the signatures of your mail.',
  spf: 'Servers that may send with the return path.',
  return_path_mx: 'Where bounces come back to.',
  return_path: 'Return path below this domain, so that SPF aligns.',
  dmarc: 'Tells receivers what to do with forged mail and where to report it.',
  dmarc_reports: 'Allows the DMARC reports to go to the return path’s domain.',
  mta_sts: 'Asks others to encrypt mail to your domain.',
  tls_rpt: 'Asks others to report mail that they could not encrypt.',
  bimi: 'Logo that mailboxes show beside your mail.',
}

/** Returns a record's status in a word or two, and its meaning, which depends on how much the record is needed. */
export function standingOf(record: DomainRecord): { words: string; meaning: Meaning } {
  const { status, need } = record
  if (isHeldBack(record)) return { words: 'Held back', meaning: 'off' }
  switch (status) {
    case 'ok':
      return { words: 'Found', meaning: 'good' }
    case 'missing':
      if (need === 'optional') return { words: 'Not published', meaning: 'off' }
      return { words: 'Missing', meaning: need === 'required' ? 'bad' : 'warn' }
    case 'wrong':
      return { words: 'Wrong', meaning: need === 'required' ? 'bad' : 'warn' }
    case 'unknown':
      return { words: 'No answer from the DNS', meaning: 'warn' }
    case 'not_needed':
      return { words: 'Not needed', meaning: 'off' }
    default:
      return { words: 'Not checked yet', meaning: 'neutral' }
  }
}

/** Returns the problems of a domain in a few words, the most urgent first. */
export function wrongsOf(domain: Domain): string {
  if (domain.checked_at === null) return 'Not checked yet'
  const ranks = { required: 0, recommended: 1, optional: 2 } as const
  return domain.records
    .filter((record) => record.need !== 'optional' && isOutstanding(record) && !isHeldBack(record))
    .sort((one, other) => rank(one.need) - rank(other.need))
    .map((record) => `${kindNames[record.kind] ?? record.kind}: ${standingOf(record).words.toLowerCase()}`)
    .join(', ')

  function rank(need: string): number {
    return ranks[need as keyof typeof ranks] ?? 2
  }
}
