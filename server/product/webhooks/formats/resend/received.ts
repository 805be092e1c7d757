import type { components } from '../../../../../generated/api-types.js'
import { mailboxText } from '../../../../../base/addresses/mailbox-text.js'

/** Returns the data of a received message. */
export function receivedData({ data }: { readonly data: components['schemas']['InboundReceivedData'] }) {
  const [sender] = data.from
  const addresses = (mailboxes: typeof data.to) => mailboxes.map(({ email }) => email)
  return {
    email_id: data.inbound_message_id,
    created_at: data.received_at,
    from: sender === undefined ? (data.envelope.from ?? '') : mailboxText(sender),
    to: addresses(data.to),
    bcc: [],
    cc: addresses(data.cc),
    received_for: data.envelope.to,
    message_id: data.header_message_id ?? '',
    subject: data.subject,
    attachments: data.attachments.map(({ id, filename, content_type, disposition, content_id }) => ({
      id,
      filename,
      content_type,
      content_disposition: disposition,
      content_id,
    })),
  }
}
