import { foldAddress } from '../address.js'
import type { NewMessage } from '../admit/new-message.js'

/** A message as the rows it is stored in, without the workspace. The statement that stores them names the types. */
export function rowsOf(message: NewMessage) {
  const { id, projectId, environment, category, scheduledAt } = message
  return {
    message: {
      id,
      project_id: projectId,
      environment,
      from_email: message.fromEmail,
      from_name: message.fromName,
      subject: message.subject,
      category,
      metadata: message.metadata,
      scheduled_at: scheduledAt,
      text: message.text,
      html: message.html,
      reply_to: message.replyTo,
      headers: message.headers,
      list_unsubscribe: message.listUnsubscribe,
    },
    logs: message.recipients.map((recipient) => ({
      id: recipient.logId,
      message_id: id,
      project_id: projectId,
      environment,
      recipient: recipient.email,
      recipient_name: recipient.name,
      kind: recipient.kind,
      address: foldAddress(recipient.email),
      category,
      scheduled_at: scheduledAt,
    })),
    events: message.events.map((event) => ({
      id: event.id,
      message_id: id,
      project_id: projectId,
      environment,
      type: event.type,
      data: event.data,
    })),
    attachments: message.attachments.map((attachment, position) => ({
      message_id: id,
      position,
      filename: attachment.filename,
      content_type: attachment.contentType,
      content_id: attachment.contentId,
      disposition: attachment.disposition,
      content: attachment.content,
    })),
    metadata: metadataRows(message),
  }
}

function metadataRows(message: NewMessage) {
  const pairs = Object.entries(message.metadata)
  if (pairs.length === 0) return []
  return message.recipients.flatMap(({ logId }) =>
    pairs.map(([key, value]) => ({ key, value, log_id: logId })),
  )
}
