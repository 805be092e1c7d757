import { setImmediate as nextTurn } from 'node:timers/promises'
import { domainOf } from '../../../../base/addresses/address.js'
import { organizationOf } from '../../../mail/dmarc/same-organization.js'
import { printableLine } from '../../../../base/text/printable.js'
import { checkedRange } from '../dmarc/reports/check.js'
import {
  foldReporter,
  lineOf,
  longest,
  maxMessages,
  readDomain,
  readIpAddress,
  readTime,
  type ReportHead,
} from '../dmarc/reports/read-dmarc-report.js'
import { ReportRefused } from '../dmarc/reports/refused.js'

/** A TLS report (RFC 8460, section 4.4). All of its policies are of domains of one organization. */
export interface TlsReport {
  readonly head: Omit<ReportHead, 'policy'>
  readonly policies: readonly TlsPolicy[]
}

/** The sessions that a policy was applied to. */
export interface TlsPolicy {
  /** Type of the policy: `sts`, `tlsa`, `no-policy-found`, or any other text of the reporter's. */
  readonly type: string
  readonly domain: string
  readonly successful: number
  readonly failed: number
  readonly failures: readonly TlsFailure[]
}

/** Sessions with the same failure. */
export interface TlsFailure {
  /** Result type: one of RFC 8460, section 4.3, or any other text of the reporter's. */
  readonly resultType: string
  /** Host of the MX record; empty if the report does not name it. */
  readonly receivingMx: string
  /** Address that the reporter sent from, in canonical spelling; undefined if the report does not name it. */
  readonly address: string | undefined
  readonly sessions: number
}

const max = { policies: 100, failures: 20_000, policyType: 32, resultType: 64 } as const
/** Number of failures after which other work gets its turn: a name that a stranger chose takes time to normalize. */
const failuresInTurn = 500

type Members = Readonly<Record<string, unknown>>

/**
 * Reads a report from its JSON. Unknown members are passed over.
 *
 * @throws ReportRefused if it lacks something or cannot be right
 */
export async function readTlsReport(json: unknown, now: Date): Promise<TlsReport> {
  const report = membersOf(json)
  const listed = report['policies']
  if (!Array.isArray(listed)) throw new ReportRefused('not_a_report', 'This JSON is not a TLS report.')
  if (listed.length === 0) throw new ReportRefused('invalid_value', 'The report has no policy.')
  if (listed.length > max.policies)
    throw new ReportRefused('too_large', `The report has more than ${max.policies} policies.`)
  const head = readHead(report, now)
  const policies: TlsPolicy[] = []
  let left = max.failures
  for (const policy of listed) {
    const read = await readPolicy(membersOf(policy), left)
    left -= read.failures.length
    policies.push(read)
  }
  const organizations = new Set(policies.map(({ domain }) => organizationOf(domain)))
  if (organizations.size > 1)
    throw new ReportRefused('wrong_domain', 'The report has policies of several organizations.')
  return { head, policies }
}

function readHead(report: Members, now: Date): TlsReport['head'] {
  const contact = lineOf(textOf(report, 'contact-info'))
  const name = lineOf(textOf(report, 'organization-name')) || (contact.includes('@') ? domainOf(contact) : '')
  const reporter = foldReporter(name)
  if (reporter === '') throw new ReportRefused('invalid_value', 'The report does not say who wrote it.')
  const reportId = lineOf(textOf(report, 'report-id'))
  if (reportId === '' || reportId.length > longest.reportId) {
    const wanted = `of 1 to ${longest.reportId} characters`
    throw new ReportRefused('invalid_value', `The report has no report-id ${wanted}, which identifies it.`)
  }
  const range = membersOf(report['date-range'])
  const begins = readTime(textOf(range, 'start-datetime'))
  const ends = readTime(textOf(range, 'end-datetime'))
  if (begins === undefined || ends === undefined)
    throw new ReportRefused('invalid_range', 'The date-range has a start or an end that is not a time.')
  return { reporter, reportId, ...checkedRange({ begins, ends }, now) }
}

async function readPolicy(listed: Members, maxFailures: number): Promise<TlsPolicy> {
  const policy = membersOf(listed['policy'])
  const summary = membersOf(listed['summary'])
  const type = wordOf(policy, 'policy-type', max.policyType)
  const domain = readDomain(textOf(policy, 'policy-domain'))
  if (domain === undefined)
    throw new ReportRefused('invalid_value', 'A policy has a policy-domain that is not a domain.')
  // If nothing failed, some reporters leave the details out, and some write null.
  const details = listed['failure-details'] ?? []
  if (!Array.isArray(details))
    throw new ReportRefused('invalid_value', 'A policy has failure-details that are not a list.')
  if (details.length > maxFailures)
    throw new ReportRefused('too_large', `The report has more than ${max.failures} failure-details.`)
  const failures: TlsFailure[] = []
  for (const [index, detail] of details.entries()) {
    if (index % failuresInTurn === failuresInTurn - 1) await nextTurn()
    failures.push(readFailure(membersOf(detail)))
  }
  return {
    type,
    domain,
    successful: countOf(summary, 'total-successful-session-count'),
    failed: countOf(summary, 'total-failure-session-count'),
    failures,
  }
}

function readFailure(detail: Members): TlsFailure {
  return {
    resultType: wordOf(detail, 'result-type', max.resultType),
    receivingMx: readDomain(textOf(detail, 'receiving-mx-hostname')) ?? '',
    address: readIpAddress(textOf(detail, 'sending-mta-ip')),
    sessions: countOf(detail, 'failed-session-count'),
  }
}

/** Returns the members of an object; none if the value is something else. */
function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

/** Most characters of a text; longer than any that a report needs. */
const longestText = 1024

/**
 * Returns the text of a member without the white space around it; empty if it is no text, or longer than any report
 * needs.
 */
function textOf(members: Members, name: string): string {
  const value = members[name]
  return typeof value === 'string' && value.length <= longestText ? value.trim() : ''
}

/** Returns a keyword of a list that may grow, as the reporter writes it. */
function wordOf(members: Members, name: string, maxCharacters: number): string {
  const word = printableLine(textOf(members, name), maxCharacters).trim()
  if (word === '')
    throw new ReportRefused('invalid_value', `A policy or failure of the report has no ${name}.`)
  return word
}

/** Reads a number, even if it is written as a text. */
function countOf(members: Members, name: string): number {
  const value = members[name]
  const count = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= maxMessages) return count
  throw new ReportRefused('invalid_count', `A ${name} is not a whole number from 0 to ${maxMessages}.`)
}
