import { foldAddress } from '../address.js'
import type { NewMessage } from './new-message.js'

/** A message as the rows it is stored in, without the workspace. The statement that stores them names the types. */
export function rowsOf(message: NewMessage) {
  const of = { project_id: message.projectId, environment: message.environment }
  return {
    message: {
      ...of,
      id: message.id,
      from_email: message.fromEmail,
      from_name: message.fromName,
      subject: message.subject,
      category: message.category,
      metadata: message.metadata,
      scheduled_at: message.scheduledAt,
      text: message.text,
      html: message.html,
      reply_to: message.replyTo,
      headers: message.headers,
      list_unsubscribe: message.listUnsubscribe,
    },
    logs: message.recipients.map((recipient) => ({
      ...of,
      id: recipient.logId,
      message_id: message.id,
      recipient: recipient.email,
      recipient_name: recipient.name,
      kind: recipient.kind,
      address: foldAddress(recipient.email),
      category: message.category,
      scheduled_at: message.scheduledAt,
    })),
    events: message.events.map((event) => ({
      ...of,
      id: event.id,
      message_id: message.id,
      type: event.type,
      data: event.data,
    })),
    attachments: message.attachments.map((attachment, position) => ({
      message_id: message.id,
      position,
      filename: attachment.filename,
      content_type: attachment.contentType,
      content_id: attachment.contentId,
      disposition: attachment.disposition,
      content: attachment.content,
    })),
    metadata: message.recipients.flatMap(({ logId }) =>
      Object.entries(message.metadata).map(([key, value]) => ({ key, value, log_id: logId })),
    ),
  }
}
