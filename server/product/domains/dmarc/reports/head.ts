import { domainOf } from '../../../../mail/address.js'
import type { Element } from './elements.js'
import type { PublishedPolicy, ReportHead } from './report.js'
import { ReportRefused } from './refused.js'
import { childOf, lineOf, readDomain, readTime, textOf, wordOf } from './values.js'

const longestReporter = 255
const longestReportId = 512

/**
 * What stands in `report_metadata` (RFC 7489, appendix C; RFC 9990, section 3.1.1.3).
 *
 * @throws ReportRefused `invalid_value` or `invalid_range`
 */
export function readMetadata(element: Element): Omit<ReportHead, 'policy'> {
  const email = lineOf(textOf(element, 'email'))
  const name = lineOf(textOf(element, 'org_name')) || (email.includes('@') ? domainOf(email) : '')
  const reporter = name.replace(/\s+/g, ' ').toLowerCase().slice(0, longestReporter)
  if (reporter === '') throw new ReportRefused('invalid_value', 'The report does not say who wrote it.')

  const reportId = lineOf(textOf(element, 'report_id'))
  if (reportId === '' || reportId.length > longestReportId) {
    const wanted = `of 1 to ${longestReportId} characters`
    throw new ReportRefused(
      'invalid_value',
      `The report has no report_id ${wanted}, by which it is known again.`,
    )
  }

  const range = childOf(element, 'date_range')
  const begins = readTime(textOf(range, 'begin'))
  const ends = readTime(textOf(range, 'end'))
  if (begins === undefined || ends === undefined)
    throw new ReportRefused('invalid_range', 'The date_range has a begin or an end that is not a time.')
  return { reporter, reportId, begins, ends }
}

/**
 * What stands in `policy_published`.
 *
 * @throws ReportRefused `invalid_value`
 */
export function readPolicy(element: Element): PublishedPolicy {
  const domain = readDomain(textOf(element, 'domain'))
  if (domain === undefined)
    throw new ReportRefused('invalid_value', 'The domain in policy_published is not valid.')
  return {
    domain,
    strictDkim: wordOf(element, 'adkim') === 's',
    strictSpf: wordOf(element, 'aspf') === 's',
  }
}
