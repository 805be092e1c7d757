import { printableLine } from '../../../../base/text/printable.js'
import { readGroups, readHeader, valueOf, type Fields } from '../../../mail/mime/report-fields.js'
import { readTypedAddress } from './typed-value.js'

/** A report that a recipient complained (RFC 5965), or a similar one. */
export interface Feedback {
  /** Feedback type in lower case. */
  readonly type: string
  readonly userAgent: string | null
  /** Envelope senders in the report: the reporter's, then the message's own. One of them may be ours. */
  readonly senders: readonly string[]
  readonly recipients: readonly string[]
  /** Message-ID of the message complained about. */
  readonly messageId: string | undefined
  readonly feedbackId: string | undefined
}

/**
 * Reads the machine's part of an abuse report, and the header of the message it is about.
 *
 * @returns undefined if the report does not name its kind of feedback, which it must (RFC 5965, section 3.1)
 */
export function readFeedback(text: string, original: string): Feedback | undefined {
  const fields = new Map(readGroups(text).flatMap((group) => [...group]))
  const type = valueOf(fields, 'feedback-type')
  if (type === undefined) return undefined
  const userAgent = valueOf(fields, 'user-agent')
  return {
    type: printableLine(type.toLowerCase(), 64),
    userAgent: userAgent === undefined ? null : printableLine(userAgent, 255),
    ...aboutMessage(fields, readHeader(original)),
  }
}

/**
 * Reads a report by which Outlook.com informs members of its Junk Mail Reporting Program: the message as an
 * attachment, whose header has a field that names the recipient. It is no abuse report by the standard.
 *
 * @returns undefined if that field is missing
 */
export function readJunkReport(original: string): Feedback | undefined {
  const header = readHeader(original)
  const recipient = valueOf(header, 'x-hmxmroriginalrecipient')
  if (recipient === undefined) return undefined
  const about = aboutMessage(new Map(), header)
  return { type: 'abuse', userAgent: null, ...about, recipients: [readTypedAddress(recipient)] }
}

/** The feedback types of RFC 5965, section 7.3, and the older `opt-out`. */
const knownTypes = ['abuse', 'fraud', 'virus', 'opt-out', 'other'] as const

/** Returns the type if it is a known one, else `other`: text from strangers is not kept. */
export function knownTypeOf({ type }: Feedback): (typeof knownTypes)[number] {
  return knownTypes.find((known) => known === type) ?? 'other'
}

function aboutMessage(
  report: Fields,
  header: Fields,
): Pick<Feedback, 'senders' | 'recipients' | 'messageId' | 'feedbackId'> {
  const senders = [...(report.get('original-mail-from') ?? []), ...(header.get('return-path') ?? [])]
  return {
    senders: senders.slice(0, 10).map(readTypedAddress),
    recipients: (report.get('original-rcpt-to') ?? []).slice(0, 10).map(readTypedAddress),
    messageId: valueOf(header, 'message-id'),
    feedbackId: valueOf(header, 'feedback-id'),
  }
}
