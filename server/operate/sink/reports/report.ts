import { isAscii } from 'node:buffer'
import MimeNode from 'nodemailer/lib/mime-node'
import type { ReceivedMail } from '../received-mail.js'
import { headerSection } from '../../../mail/mime/header/raw-header.js'

/** The message that a report is about, with the recipient for whom it was accepted. */
export interface Reported {
  /** The sink's id of the message. */
  readonly id: string
  readonly mail: ReceivedMail
  readonly recipient: string
  readonly receivedAt: Date
}

/** A report that is ready to be sent: its sender, its recipient, and a function that makes its bytes. */
export interface SinkReport {
  /** Subject of the report for the log, without an address. */
  readonly about: string
  /** The envelope sender, empty for the null reverse path. */
  readonly from: string
  readonly to: string
  build(): Promise<Buffer>
}

// RFC 6761 section 6.2 sets .test aside: no report can ever be mistaken for one of a real host.
const sinkHost = 'sink.test'

/** The parts in which kinds of multipart/report (RFC 6522) differ. */
interface ReportParts {
  /** Kind of the report for the log. */
  readonly about: string
  /** The report-type parameter, also the subtype of the second part. */
  readonly type: 'delivery-status' | 'feedback-report'
  /** The envelope sender, empty for the null reverse path. */
  readonly envelopeFrom: string
  readonly from: string
  readonly subject: string
  readonly text: readonly string[]
  /** The fields of the second part, in groups that an empty line separates. */
  readonly fields: readonly (readonly string[])[]
  readonly original: { readonly type: 'text/rfc822-headers' | 'message/rfc822'; readonly content: Buffer }
}

/** Composes a multipart/report (RFC 6522 section 3): text for people, fields for programs, the original. */
function reportOf({ id, mail }: Reported, parts: ReportParts): SinkReport {
  const build = () => {
    const root = new MimeNode(`multipart/report; report-type=${parts.type}`)
    root.setHeader('From', parts.from)
    root.setHeader('To', mail.from)
    root.setHeader('Subject', parts.subject)
    root.setHeader('Auto-Submitted', 'auto-replied')
    root.createChild('text/plain; charset=utf-8').setContent(parts.text.join('\r\n'))
    const groups = parts.fields.map((fields) => fields.map((field) => `${field}\r\n`).join(''))
    root.createChild(`message/${parts.type}`).setContent(groups.join('\r\n'))
    // Set raw: the composer would fold or encode it, and the original has to come back byte for byte.
    const encoding = isAscii(parts.original.content) ? '7bit' : '8bit'
    const header = `Content-Type: ${parts.original.type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`
    root.createChild().setRaw(Buffer.concat([Buffer.from(header), parts.original.content]))
    return root.build()
  }
  return { about: `${parts.about} ${id}`, from: parts.envelopeFrom, to: mail.from, build }
}

/**
 * Returns an address as a typed field value, `rfc822; ada@example.com` (RFC 3464 section 2.3.2). An address with
 * characters beyond ASCII is of the type `utf-8`, written as RFC 6533 section 3 does for 7-bit reports.
 */
export function typedAddress(address: string): string {
  if (isAscii(Buffer.from(address))) return `rfc822; ${address}`
  const escape = (character: string) => `\\x{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`
  return `utf-8; ${address.replace(/[^\x21-\x7e]|[\\+=]/gu, escape)}`
}

/** Returns a date in the form of a header field (RFC 5322 section 3.3). */
function headerDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}

/**
 * Makes a delivery status notification (RFC 3464) for a message that was accepted and then found undeliverable. It
 * comes from the null reverse path (RFC 5321 section 4.5.5), goes to the envelope sender and carries the header of
 * the original.
 */
export function dsnReport(reported: Reported): SinkReport {
  const { mail, recipient } = reported
  const receivedAt = headerDate(reported.receivedAt)
  return reportOf(reported, {
    about: 'delivery status of',
    type: 'delivery-status',
    envelopeFrom: '',
    from: `Mail Delivery System <mailer-daemon@${sinkHost}>`,
    subject: 'Undelivered Mail Returned to Sender',
    text: [
      `This is the mail system at ${sinkHost}.`,
      '',
      'Your message could not be delivered to one recipient:',
      '',
      `<${recipient}>: unknown user (the sink was asked to say so)`,
      '',
    ],
    fields: [
      [`Reporting-MTA: dns; ${sinkHost}`, `Arrival-Date: ${receivedAt}`],
      [
        `Final-Recipient: ${typedAddress(recipient)}`,
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1 Unknown user',
        `Last-Attempt-Date: ${receivedAt}`,
      ],
    ],
    original: { type: 'text/rfc822-headers', content: headerSection(mail.raw) },
  })
}

/**
 * Makes an abuse report (ARF, RFC 5965) as a mailbox provider sends it when a person presses "spam". It carries the
 * whole original message, by which the sender finds out whom it is about.
 */
export function arfReport(reported: Reported): SinkReport {
  const { mail, recipient } = reported
  const receivedAt = headerDate(reported.receivedAt)
  const postmaster = `postmaster@${sinkHost}`
  return reportOf(reported, {
    about: 'complaint about',
    type: 'feedback-report',
    envelopeFrom: postmaster,
    from: `Postmaster <${postmaster}>`,
    subject: 'Abuse report',
    text: [`This is an e-mail abuse report for a message received on ${receivedAt}.`, ''],
    fields: [
      [
        'Feedback-Type: abuse',
        'User-Agent: Postseal-Sink/1.0',
        'Version: 1',
        `Original-Mail-From: <${mail.from}>`,
        `Original-Rcpt-To: <${recipient}>`,
        `Arrival-Date: ${receivedAt}`,
        `Source-IP: ${mail.clientAddress}`,
        `Reporting-MTA: dns; ${sinkHost}`,
      ],
    ],
    original: { type: 'message/rfc822', content: mail.raw },
  })
}
