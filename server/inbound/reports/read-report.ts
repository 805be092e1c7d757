import { automaticOf } from '../mime/automatic.js'
import { readDeliveryStatus, type DsnRecipient } from './dsn.js'
import { readFeedback, readJunkReport, type Feedback } from './feedback.js'
import { readMessageParts } from './parts.js'

/** What a message that came back is. */
export type InboundReport =
  | { readonly kind: 'dsn'; readonly statuses: readonly DsnRecipient[] }
  | { readonly kind: 'feedback'; readonly feedback: Feedback }
  /** Prose for a person; `automatic` where a program wrote it. */
  | { readonly kind: 'none'; readonly automatic: boolean }

const deliveryStatus = ['message/delivery-status', 'message/global-delivery-status']
const originals = [
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]

/**
 * Reads a report (RFC 6522) by its parts for machines, never by its prose, which anybody words as they like.
 * The message it returns is not descended into. It never throws.
 */
export function readReport(raw: Buffer): InboundReport {
  const { header, parts } = readMessageParts(raw)
  const textOf = (...types: readonly string[]) => parts.find(({ type }) => types.includes(type))?.text()

  const status = textOf(...deliveryStatus)
  if (status !== undefined) return { kind: 'dsn', statuses: readDeliveryStatus(status) }

  const original = textOf(...originals) ?? ''
  const abuse = textOf('message/feedback-report')
  const feedback = abuse === undefined ? readJunkReport(original) : readFeedback(abuse, original)
  if (feedback !== undefined) return { kind: 'feedback', feedback }
  return { kind: 'none', automatic: automaticOf(header) !== 'none' }
}
