import type { Element } from './elements.js'
import type { Disposition, ReportRow } from './report.js'
import { ReportRefused } from './refused.js'
import { childOf, readIpAddress, readDomain, textOf, wordOf } from './values.js'

/** Of a row, and of a report. No receiver sees more of a domain in a day. */
export const maxMessages = 1_000_000_000

/**
 * What a `record` says (RFC 7489, appendix C; RFC 9990, section 3.1.1.7). Where the schema and the reporters
 * differ:
 * - Without a `count` it is one message, since there is a row.
 * - `header_from` may be absent, or be what no domain can be, as spammers write it: then the policy's domain is meant.
 * - `pass` and whatever else is no `quarantine` or `reject` left the message alone.
 *
 * @param number the row's, from 1, to name it by
 * @throws ReportRefused `invalid_value` or `invalid_count`
 */
export function readRow(record: Element, number: number): ReportRow {
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
