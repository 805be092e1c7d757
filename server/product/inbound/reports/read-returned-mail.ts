import { automaticOf } from '../../../mail/mime/reply/automatic.js'
import { byName } from '../../../mail/mime/header/header-fields.js'
import type { MailSource } from '../../../mail/mime/mail-source.js'
import { decodeRange } from '../../../mail/mime/body/transfer-decoding.js'
import type { MailPart, WalkedMail } from '../../../mail/mime/body/walk-mail.js'
import { readDeliveryStatus, type DsnRecipient } from './dsn.js'
import { readFeedback, readJunkReport, type Feedback } from './feedback.js'
import { readQsbmf } from './qsbmf.js'

/** The kind of a message that came back, with its content. */
export type InboundReport =
  | { readonly kind: 'dsn'; readonly statuses: readonly DsnRecipient[] }
  | { readonly kind: 'feedback'; readonly feedback: Feedback }
  /** Prose for a person; `automatic` is true if a program wrote it. */
  | { readonly kind: 'none'; readonly automatic: boolean }

const deliveryStatus = ['message/delivery-status', 'message/global-delivery-status']
const originals = [
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]

/** Limits beyond what any report has. Further parts and bytes are not looked at. */
const max = { parts: 50, textBytes: 1024 * 1024, proseBytes: 64 * 1024 }

/**
 * Reads a report (RFC 6522) by its parts for machines. Its prose, which anybody words as they like, is read only for
 * what a delivery status leaves open, and if it is in qmail's format. The message it returns is not descended into.
 *
 * @param walked parts of the message, which are read here
 * @param sender the envelope sender, empty for `<>`
 * @throws the errors of `source`
 */
export async function readReport(
  source: MailSource,
  { header, parts }: Pick<WalkedMail, 'header' | 'parts'>,
  sender: string,
): Promise<InboundReport> {
  const looked = parts.slice(0, max.parts)
  const textOf = async (...types: readonly string[]) => {
    const part = looked.find(({ type }) => types.includes(type))
    return part && textIn(source, part, max.textBytes)
  }

  const status = await textOf(...deliveryStatus)
  if (status !== undefined) {
    // The first part of a report is the one for a person (RFC 6522, section 3).
    const about = looked.find(
      ({ parent, first, type }) => parent === 'report' && first && type === 'text/plain',
    )
    const prose = about && (await textIn(source, about, max.proseBytes))
    return { kind: 'dsn', statuses: readDeliveryStatus(status, prose) }
  }

  const [body] = looked
  // Descendants of qmail attach the original as a separate part.
  if (sender === '' && body?.type === 'text/plain' && [undefined, 'mixed'].includes(body.parent)) {
    const statuses = readQsbmf(await textIn(source, body, max.proseBytes))
    if (statuses.length > 0) return { kind: 'dsn', statuses }
  }

  const original = (await textOf(...originals)) ?? ''
  const abuse = await textOf('message/feedback-report')
  const feedback = abuse === undefined ? readJunkReport(original) : readFeedback(abuse, original)
  if (feedback !== undefined) return { kind: 'feedback', feedback }
  return { kind: 'none', automatic: automaticOf(byName(header)) !== 'none' }
}

async function textIn(
  source: MailSource,
  { begin, end, encoding }: MailPart,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of decodeRange(source.read(begin, end), encoding)) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxBytes)
}
