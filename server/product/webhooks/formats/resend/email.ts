import { domainOf } from '../../../../../base/addresses/address.js'
import { fromTypeId, timeOf, toTypeId } from '../../../../platform/db/ids.js'
import type { Subjects } from '../subjects.js'
import { mailboxText } from '../../../../../base/addresses/mailbox-text.js'

/** Data of an event about a message. Which of the optional members are there depends on the event's type. */
interface MessageData {
  readonly message_id: string
  readonly recipient?: string
  readonly recipients?: readonly { readonly email: string }[]
  readonly campaign_id?: string | null
  /** The next three are of the event of acceptance only. */
  readonly from_email?: string
  readonly subject?: string
  readonly metadata?: Readonly<Record<string, string>>
}

/**
 * Returns what every event about a message says of it. What the event itself says goes before the message: an erasure
 * takes the content out of the event of acceptance even if the message stays for its other recipients.
 */
export function emailData({ data, subjects }: { readonly data: MessageData; readonly subjects: Subjects }) {
  const message = subjects.messages.get(data.message_id)
  const from = data.from_email ?? message?.from_email
  const campaign = message?.campaign_id ? toTypeId('cmp', message.campaign_id) : data.campaign_id
  const template = message?.template_id ? toTypeId('tpl', message.template_id) : undefined
  return {
    email_id: data.message_id,
    // The header of the message has the same text (mail/compose/header.ts).
    message_id: from === undefined ? '' : `<${data.message_id}@${domainOf(from)}>`,
    created_at: timeOf(fromTypeId('msg', data.message_id)).toISOString(),
    from: from === undefined ? '' : mailboxText({ email: from, name: message?.from_name ?? null }),
    to: data.recipients?.map(({ email }) => email) ?? (data.recipient === undefined ? [] : [data.recipient]),
    subject: data.subject ?? message?.subject ?? '',
    ...(campaign && { broadcast_id: campaign }),
    ...(template !== undefined && { template_id: template }),
    tags: data.metadata ?? message?.metadata ?? {},
  }
}
