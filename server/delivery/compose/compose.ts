import MailComposer from 'nodemailer/lib/mail-composer'
import { timeOf, toTypeId } from '../../db/ids.js'
import { domainOf } from '../../messages/address.js'
import type { Claimed } from '../queue/claim.js'
import { encodedSubject } from './subject.js'

/**
 * Makes the message as it goes over the wire (RFC 5322 and MIME). Each of its recipients and each attempt gets
 * the same Message-ID and Date, so a receiver that was asked twice can tell.
 */
export function compose(delivery: Claimed): Promise<Buffer> {
  const subject = encodedSubject(delivery.subject)
  const mail = new MailComposer({
    from: { name: '', address: delivery.fromEmail },
    to: delivery.to.map((address) => ({ name: '', address })),
    ...(subject === undefined
      ? { subject: delivery.subject }
      : { headers: { Subject: { prepared: true, foldLines: true, value: subject } } }),
    text: delivery.text,
    ...(delivery.html !== null && { html: delivery.html }),
    messageId: `<${toTypeId('msg', delivery.messageId)}@${domainOf(delivery.fromEmail)}>`,
    date: timeOf(delivery.messageId),
    // The content is a tenant's: nothing in it may name a file or an address for us to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
  return mail.compile().build()
}
