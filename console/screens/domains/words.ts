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

/** Purposes of the kinds of records, each in a sentence. */
export const kindPurposes: Readonly<Record<string, string>> = {
  dkim: 'The public key that receivers check the signatures of your mail by.',
  spf: 'Says which servers may send with the return path.',
  return_path_mx: 'Where bounces come back to, so that dead addresses are noticed.',
  return_path: 'Gives mail of this domain a return path below it, so that SPF aligns.',
  dmarc: 'Tells receivers what to do with mail that pretends to be yours, and where to report it.',
  dmarc_reports: 'Says that the return path’s domain takes the DMARC reports of this domain.',
  mta_sts: 'Asks others to send mail to your domain encrypted only.',
  tls_rpt: 'Asks others to report where mail to your domain could not be encrypted.',
  bimi: 'Names the logo that mailboxes show beside your mail.',
}

/** The kinds of records by purpose, in the order in which they are set up. */
export const groups: readonly {
  readonly title: string
  readonly hint: string
  readonly kinds: readonly string[]
}[] = [
  { title: 'Signatures', hint: 'Receivers tell by them that mail is yours and unchanged.', kinds: ['dkim'] },
  {
    title: 'Return path of the service',
    hint: 'One for all domains. Whoever operates this service publishes it.',
    kinds: ['spf', 'return_path_mx'],
  },
  {
    title: 'Own return path',
    hint: 'With it, SPF aligns with this domain, as DMARC asks for. Mail goes out without it, too.',
    kinds: ['return_path'],
  },
  {
    title: 'Policy',
    hint: 'What receivers do with mail in your name that is not yours.',
    kinds: ['dmarc', 'dmarc_reports'],
  },
  {
    title: 'Optional',
    hint: 'No mail depends on these.',
    kinds: ['mta_sts', 'tls_rpt', 'bimi'],
  },
]

/** Returns a record's status in a word or two, and its meaning, which depends on how much the record is needed. */
export function statusOf({ status, need }: DomainRecord): { words: string; meaning: Meaning } {
  switch (status) {
    case 'ok':
      return { words: 'Found', meaning: 'good' }
    case 'missing':
      if (need === 'optional') return { words: 'Not there', meaning: 'off' }
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
    .map((record) => `${kindNames[record.kind] ?? record.kind}: ${statusOf(record).words.toLowerCase()}`)
    .join(', ')

  function rank(need: string): number {
    return ranks[need as keyof typeof ranks] ?? 2
  }
}
