import { headerSection } from '../../../mail/mime/raw-header.js'
import { composeReport, headerDate, sinkHost, typedAddress } from './report.js'
import type { SinkReport, Reported } from './report.js'

/**
 * A delivery status notification (RFC 3464) for a message that was accepted and then found undeliverable. It
 * comes from the null reverse path (RFC 5321 section 4.5.5), goes to the envelope sender and carries the
 * header of the original.
 */
export function dsnReport({ id, mail, recipient, receivedAt }: Reported): SinkReport {
  return {
    about: `delivery status of ${id}`,
    from: '',
    to: mail.from,
    build: () =>
      composeReport({
        type: 'delivery-status',
        from: `Mail Delivery System <mailer-daemon@${sinkHost}>`,
        to: mail.from,
        subject: 'Undelivered Mail Returned to Sender',
        text: [
          `This is the mail system at ${sinkHost}.`,
          '',
          'Your message could not be delivered to one recipient:',
          '',
          `<${recipient}>: unknown user (the sink was asked to say so)`,
          '',
        ].join('\r\n'),
        fields: [
          [`Reporting-MTA: dns; ${sinkHost}`, `Arrival-Date: ${headerDate(receivedAt)}`],
          [
            `Final-Recipient: ${typedAddress(recipient)}`,
            'Action: failed',
            'Status: 5.1.1',
            'Diagnostic-Code: smtp; 550 5.1.1 Unknown user',
            `Last-Attempt-Date: ${headerDate(receivedAt)}`,
          ],
        ],
        original: { type: 'text/rfc822-headers', content: headerSection(mail.raw) },
      }),
  }
}
