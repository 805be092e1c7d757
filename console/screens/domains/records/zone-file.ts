import type { Domain } from 'postseal'
import { isOperators, isOutstanding, type DomainRecord } from './records.js'

/** Maximum length of one character-string in octets (RFC 1035, section 3.3). */
const longestString = 255
/** Time to live of the records in seconds: short, so that a mistake can be corrected soon. */
export const timeToLive = 3600

export interface ZoneFile {
  /** Name of the zone in which the records are published. */
  readonly zone: string
  readonly isOperators: boolean
  readonly text: string
}

/**
 * Returns the records still to be published, as lines of zone files (RFC 1035, section 5): one file for the domain,
 * and one for the return path of the service. If none is left to publish, the files have all expected records.
 */
export function zoneFilesOf(domain: Domain): ZoneFile[] {
  const expected = domain.records.filter(
    ({ expected, status }) => expected !== null && status !== 'not_needed',
  )
  const open = expected.filter((record) => isOutstanding(record))
  const wanted = open.length > 0 ? open : expected
  const returnPath = domain.records.find(({ kind }) => kind === 'return_path_mx')?.name ?? ''
  const files = [
    { zone: domain.name, isOperators: false, records: wanted.filter((record) => !isOperators(record)) },
    { zone: returnPath, isOperators: true, records: wanted.filter(isOperators) },
  ]
  return files
    .filter(({ records }) => records.length > 0)
    .map(({ records, ...file }) => ({ ...file, text: records.map(linesOf).join('') }))
}

function linesOf({ name, type, expected, status }: DomainRecord): string {
  const comment = status === 'wrong' ? `; in place of what stands at ${name}\n` : ''
  const data = type === 'TXT' ? stringsOf(expected ?? '').join(' ') : `${expected ?? ''}.`
  return `${comment}${name}. ${timeToLive} IN ${type} ${data}\n`
}

/** Splits a text into quoted strings of at most 255 octets. The text is ASCII, as all proposed values are. */
export function stringsOf(text: string): string[] {
  const strings = text.match(new RegExp(`[^]{1,${longestString}}`, 'g')) ?? ['']
  return strings.map((each) => `"${each.replace(/[\\"]/g, '\\$&')}"`)
}
