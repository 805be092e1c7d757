import { composeReport, headerDate, sinkHost } from './report.js'
import type { SinkReport, Reported } from './report.js'

/**
 * An abuse report (ARF, RFC 5965) as a mailbox provider sends it when a person presses "spam". It carries the
 * whole original message, which is how the sender finds out whom it is about.
 */
export function arfReport({ id, mail, recipient, receivedAt }: Reported): SinkReport {
  const from = `postmaster@${sinkHost}`
  const fields = [
    'Feedback-Type: abuse',
    'User-Agent: Postseal-Sink/1.0',
    'Version: 1',
    `Original-Mail-From: <${mail.from}>`,
    `Original-Rcpt-To: <${recipient}>`,
    `Arrival-Date: ${headerDate(receivedAt)}`,
    `Source-IP: ${mail.clientAddress}`,
    `Reporting-MTA: dns; ${sinkHost}`,
  ]
  return {
    about: `complaint about ${id}`,
    from,
    to: mail.from,
    build: () =>
      composeReport({
        type: 'feedback-report',
        from: `Postmaster <${from}>`,
        to: mail.from,
        subject: 'Abuse report',
        text: `This is an e-mail abuse report for a message received on ${headerDate(receivedAt)}.\r\n`,
        fields: [fields],
        original: { type: 'message/rfc822', content: mail.raw },
      }),
  }
}
