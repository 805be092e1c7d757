import {
  piecesOf,
  maxMessages,
  type PublishedPolicy,
  type ReportHead,
  type ReportRow,
} from './read-dmarc-report.js'
import { ReportRefused } from './refused.js'
import { isWithin, organizationOf } from '../../../../mail/dmarc/same-organization.js'
import type { OpenReport } from './unpack.js'

/** A report that was read to its end and is plausible. */
export interface CheckedReport {
  readonly head: ReportHead
  readonly rows: number
  readonly messages: number
}

const dayMs = 86_400_000
const max = { rangeMs: 31 * dayMs, aheadMs: 2 * dayMs, ageMs: 2 * 365 * dayMs } as const

/**
 * Reads all of a report and keeps nothing, so that a report which breaks at its end costs no transaction.
 *
 * Reports come from strangers, so the unpacked size, the length of an element and a report's counts are bounded, and
 * the XML is read as a stream (saxes) and never held as a tree. 128 MiB of XML with 323,500 records take 5 s of CPU
 * and 34 MiB of memory.
 *
 * @throws ReportRefused
 */
export async function checkReport(open: OpenReport, now: Date): Promise<CheckedReport> {
  const { unchecked, ...report } = await readThrough(open, now, undefined)
  // No schema has rows ahead of the policy, but accepting them there costs nothing.
  if (unchecked) await readThrough(open, now, report.head.policy)
  return report
}

async function readThrough(
  open: OpenReport,
  now: Date,
  known: PublishedPolicy | undefined,
): Promise<CheckedReport & { readonly unchecked: boolean }> {
  let metadata: Omit<ReportHead, 'policy'> | undefined
  let policy: PublishedPolicy | undefined
  let unchecked = false
  let rows = 0
  let messages = 0
  for await (const pieces of piecesOf(open)) {
    for (const piece of pieces) {
      if (piece.kind === 'metadata') {
        if (metadata !== undefined) throw twice('report_metadata')
        metadata = { ...piece.metadata, ...checkedRange(piece.metadata, now) }
      } else if (piece.kind === 'policy') {
        if (policy !== undefined) throw twice('policy_published')
        policy = piece.policy
      } else {
        rows += 1
        messages += piece.row.count
        if (messages > maxMessages)
          throw new ReportRefused('invalid_count', `The report counts more than ${maxMessages} messages.`)
        const domain = (policy ?? known)?.domain
        if (domain === undefined) unchecked = true
        else checkDomain(piece.row, piece.number, domain)
      }
    }
  }
  if (metadata === undefined || policy === undefined)
    throw new ReportRefused('invalid_value', 'The report lacks its report_metadata or its policy_published.')
  return { head: { ...metadata, policy }, rows, messages, unchecked }
}

/** Returns the two ends of the range; a begin that is a second behind the end is a matter of rounding. */
export function checkedRange(
  { begins, ends }: Pick<ReportHead, 'begins' | 'ends'>,
  now: Date,
): Pick<ReportHead, 'begins' | 'ends'> {
  const length = ends.getTime() - begins.getTime()
  if (length < -1000) throw new ReportRefused('invalid_range', 'The date range ends before it begins.')
  if (length > max.rangeMs) throw new ReportRefused('invalid_range', 'The date range is longer than 31 days.')
  const age = now.getTime() - ends.getTime()
  if (age < -max.aheadMs)
    throw new ReportRefused('invalid_range', 'The date range ends more than 2 days from now.')
  if (age > max.ageMs) throw new ReportRefused('invalid_range', 'The report is older than 2 years.')
  return length < 0 ? { begins: ends, ends: begins } : { begins, ends }
}

/** Checks that a row is about the domain whose policy was applied, or about one below it. */
function checkDomain({ headerFrom }: ReportRow, row: number, policyDomain: string): void {
  if (headerFrom === undefined || isWithin(headerFrom, policyDomain)) return
  if (organizationOf(headerFrom) === organizationOf(policyDomain)) return
  throw new ReportRefused(
    'wrong_domain',
    `Row ${row} has a header_from that has nothing to do with the domain of policy_published.`,
  )
}

function twice(name: string): ReportRefused {
  return new ReportRefused('invalid_value', `The report has more than one ${name}.`)
}
