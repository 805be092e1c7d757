import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { decodedXml, childrenOfFeedback, type Element } from './xml.js'
import { ReportRefused } from './refused.js'
import type { OpenReport } from './unpack.js'
import { domainOf, normalizeDomain } from '../../../../../base/addresses/address.js'
import { printableLine } from '../../../../../base/text/printable.js'

/** The part of a report about itself and the domain it concerns. */
export interface ReportHead {
  /** Name of the reporter, folded: white space as one space and in lower case. */
  readonly reporter: string
  readonly reportId: string
  readonly begins: Date
  readonly ends: Date
  readonly policy: PublishedPolicy
}

export interface PublishedPolicy {
  readonly domain: string
  /** True if alignment is strict (RFC 9989, section 4.4). */
  readonly strictDkim: boolean
  readonly strictSpf: boolean
}

type Disposition = 'none' | 'quarantine' | 'reject'

/** Messages of one address with the same results. */
export interface ReportRow {
  /** Address in its one canonical spelling. */
  readonly address: string
  readonly count: number
  /** Domain of the From field; undefined if the report does not say, which means the policy's domain. */
  readonly headerFrom: string | undefined
  readonly disposition: Disposition
  /** The receiver's verdict on alignment; undefined if the report has none. */
  readonly evaluated: { readonly dkim: boolean; readonly spf: boolean } | undefined
  /** Valid DKIM signatures. */
  readonly signatures: readonly { readonly domain: string; readonly selector: string }[]
  /** Domains for which SPF passed. */
  readonly spfDomains: readonly string[]
}

/** A piece of a report, in the order in which pieces come. */
type Piece =
  | { readonly kind: 'metadata'; readonly metadata: Omit<ReportHead, 'policy'> }
  | { readonly kind: 'policy'; readonly policy: PublishedPolicy }
  | { readonly kind: 'row'; readonly row: ReportRow; readonly number: number }

const maxRows = 1_000_000

/**
 * Reads a report from its beginning to its end, some pieces at once. Unknown elements are passed over (RFC 9990,
 * section 5).
 *
 * @throws ReportRefused
 */
export async function* piecesOf(open: OpenReport): AsyncGenerator<Piece[]> {
  let rows = 0
  const read = (element: Element): Piece | undefined => {
    switch (element.name) {
      case 'report_metadata':
        return { kind: 'metadata', metadata: readMetadata(element) }
      case 'policy_published':
        return { kind: 'policy', policy: readPolicy(element) }
      case 'record':
        rows += 1
        if (rows > maxRows) throw new ReportRefused('too_large', `The report has more than ${maxRows} rows.`)
        return isEmptyRow(element) ? undefined : { kind: 'row', row: readRow(element, rows), number: rows }
      default:
        return undefined
    }
  }
  for await (const elements of childrenOfFeedback(decodedXml(open()))) {
    yield elements.map(read).filter((piece) => piece !== undefined)
  }
}

/** Most characters that are kept of a reporter's name, and the most that a report's id may have. */
export const longest = { reporter: 255, reportId: 512 } as const

/**
 * Reads `report_metadata` (RFC 7489, appendix C; RFC 9990, section 3.1.1.3).
 *
 * @throws ReportRefused `invalid_value` or `invalid_range`
 */
function readMetadata(element: Element): Omit<ReportHead, 'policy'> {
  const email = lineOf(textOf(element, 'email'))
  const name = lineOf(textOf(element, 'org_name')) || (email.includes('@') ? domainOf(email) : '')
  const reporter = foldReporter(name)
  if (reporter === '') throw new ReportRefused('invalid_value', 'The report does not say who wrote it.')

  const reportId = lineOf(textOf(element, 'report_id'))
  if (reportId === '' || reportId.length > longest.reportId) {
    const wanted = `of 1 to ${longest.reportId} characters`
    throw new ReportRefused('invalid_value', `The report has no report_id ${wanted}, which identifies it.`)
  }

  const range = childOf(element, 'date_range')
  const begins = readTime(textOf(range, 'begin'))
  const ends = readTime(textOf(range, 'end'))
  if (begins === undefined || ends === undefined)
    throw new ReportRefused('invalid_range', 'The date_range has a begin or an end that is not a time.')
  return { reporter, reportId, begins, ends }
}

/**
 * Reads `policy_published`.
 *
 * @throws ReportRefused `invalid_value`
 */
function readPolicy(element: Element): PublishedPolicy {
  const domain = readDomain(textOf(element, 'domain'))
  if (domain === undefined)
    throw new ReportRefused('invalid_value', 'The domain in policy_published is not valid.')
  return {
    domain,
    strictDkim: wordOf(element, 'adkim') === 's',
    strictSpf: wordOf(element, 'aspf') === 's',
  }
}

/** Most messages of a row, and of a report. No receiver sees more of a domain in a day. */
export const maxMessages = 1_000_000_000

/** Returns whether a `record` is about no message: some reporters write one without elements, or with the count 0. */
function isEmptyRow(record: Element): boolean {
  return record.children.length === 0 || /^0+$/.test(textOf(childOf(record, 'row'), 'count'))
}

/**
 * Reads a `record` (RFC 7489, appendix C; RFC 9990, section 3.1.1.7). It allows for the differences between the
 * schema and the reporters:
 * - A record without a `count` is one message, since there is a row.
 * - `header_from` may be absent, or be what no domain can be, as spammers write it: then the policy's domain is
 *   meant.
 * - `pass`, like anything but `quarantine` and `reject`, left the message alone.
 *
 * @param number number of the row, from 1, for error messages
 * @throws ReportRefused `invalid_value` or `invalid_count`
 */
function readRow(record: Element, number: number): ReportRow {
  const row = childOf(record, 'row')
  const evaluated = childOf(row, 'policy_evaluated')
  const results = childOf(record, 'auth_results')?.children ?? []
  const passed = (method: string) =>
    results.filter(({ name }) => name === method).filter((result) => wordOf(result, 'result') === 'pass')

  const address = readIpAddress(textOf(row, 'source_ip'))
  if (address === undefined)
    throw new ReportRefused('invalid_value', `Row ${number} has a source_ip that is not an address.`)
  const words = { dkim: wordOf(evaluated, 'dkim'), spf: wordOf(evaluated, 'spf') }
  return {
    address,
    count: readCount(textOf(row, 'count'), number),
    headerFrom: readDomain(textOf(childOf(record, 'identifiers'), 'header_from')),
    disposition: dispositionOf(wordOf(evaluated, 'disposition')),
    evaluated:
      words.dkim === '' && words.spf === ''
        ? undefined
        : { dkim: words.dkim === 'pass', spf: words.spf === 'pass' },
    signatures: passed('dkim').map((result) => ({
      domain: readDomain(textOf(result, 'domain')) ?? '',
      selector: wordOf(result, 'selector'),
    })),
    spfDomains: passed('spf').map((result) => readDomain(textOf(result, 'domain')) ?? ''),
  }
}

function readCount(text: string, row: number): number {
  if (text === '') return 1
  const count = /^\d{1,12}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > maxMessages)
    throw new ReportRefused(
      'invalid_count',
      `Row ${row} has a count that is not a whole number from 1 to ${maxMessages}.`,
    )
  return count
}

function dispositionOf(word: string): Disposition {
  return word === 'quarantine' || word === 'reject' ? word : 'none'
}

/** Returns the first child of a name. */
function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name)
}

/** Returns the text of the first child of a name without the white space around it; empty if there is none. */
function textOf(element: Element | undefined, name: string): string {
  return childOf(element, name)?.text.trim() ?? ''
}

/** Returns a keyword such as `pass` in lower case: some reporters write it in capitals. */
function wordOf(element: Element | undefined, name: string): string {
  return textOf(element, name).toLowerCase()
}

/** Folds a reporter's name for comparison: white space as one space and in lower case. */
export function foldReporter(name: string): string {
  return name.replace(/\s+/g, ' ').toLowerCase().slice(0, longest.reporter)
}

/**
 * Returns text as one line. Control characters, including the tab and the line feed that XML 1.0 allows, are left
 * out.
 */
export function lineOf(text: string): string {
  return printableLine(text.replace(/\p{Cc}+/gu, ' ')).trim()
}

/**
 * Reads a time: seconds since 1970 as the schemas say, or milliseconds, or ISO 8601 (UTC if no zone is given), as
 * some reporters write it.
 */
export function readTime(text: string): Date | undefined {
  let ms = NaN
  if (/^\d{1,16}(\.\d+)?$/.test(text)) {
    const number = Number(text)
    // As seconds this would be the year 5138.
    ms = number >= 1e11 ? number : number * 1000
  } else if (/^\d{4}-\d\d-\d\d/.test(text)) {
    const iso = text.replace(/^(\S+) +(?=\d)/, '$1T')
    ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(iso) || !iso.includes('T') ? iso : `${iso}Z`)
  }
  // The range of Date (ECMA-262, section 21.4.1.1).
  return Math.abs(ms) <= 8.64e15 ? new Date(Math.trunc(ms)) : undefined
}

/**
 * Reads a domain in lower case, as A-labels and without its last dot. Unlike a domain that can send, it may have
 * underscores and a single label: strangers choose the domains that they forge, and a policy can be at a top-level
 * domain (RFC 9989, section 4.10).
 */
export function readDomain(text: string): string | undefined {
  const bare = text.slice(text.lastIndexOf('@') + 1).replace(/\.$/, '')
  const normal = normalizeDomain(bare)
  if (normal !== undefined) return normal
  const lower = bare.toLowerCase()
  return lower.length <= 253 && /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(lower) ? lower : undefined
}

/**
 * Reads an address into one canonical form: an IPv4 address that is mapped into IPv6 (RFC 4291, section 2.5.5.2) as
 * IPv4. A prefix length, as some reporters add one, is left out.
 */
export function readIpAddress(text: string): string | undefined {
  const bare = text.replace(/\/\d{1,3}$/, '').replace(/^\[(?:IPv6:)?(.*)\]$/i, '$1')
  // A zone says nothing outside the machine that wrote it, and no sender on the internet has one.
  if (isIP(bare) === 0 || bare.includes('%')) return undefined
  return ipaddr.process(bare).toString()
}
