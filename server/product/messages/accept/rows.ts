import { destinationOf } from '../../delivery/transport.js'
import type { Uuid } from '../../../platform/db/ids.js'
import type { NewMessage } from '../admit/new-message.js'

/** What a message's row says of the idempotency key that it came with. */
export interface ClaimedColumns {
  readonly scope: Uuid
  readonly operation: string
  readonly key: string
  /** In hexadecimal digits. */
  readonly fingerprint: string
  readonly reply: object
}

/**
 * A message as the rows it is stored in, as far as they differ: the workspace and what all rows of a message
 * share is said once. What is undefined stays out of the JSON; the statement that stores the rows knows what
 * stands for it.
 *
 * @param bulk whether it came with many others, so that single sends go before it
 */
export function rowsOf(message: NewMessage, bulk = false, claimed?: ClaimedColumns) {
  const { id, category, metadata, scheduledAt, origin } = message
  const hasMetadata = Object.keys(metadata).length > 0
  return {
    message: {
      id,
      project_id: message.projectId,
      environment: message.environment,
      from_email: message.fromEmail,
      from_name: message.fromName ?? undefined,
      subject: message.subject,
      category: category ?? undefined,
      metadata: hasMetadata ? metadata : undefined,
      scheduled_at: scheduledAt ?? undefined,
      text: message.text,
      html: message.html ?? undefined,
      reply_to: message.replyTo.length > 0 ? message.replyTo : undefined,
      headers: Object.keys(message.headers).length > 0 ? message.headers : undefined,
      list_unsubscribe: message.listUnsubscribe ?? undefined,
      list_id: message.listId ?? undefined,
      template_id: origin?.templateId,
      template_version: origin?.version,
      template_locale: origin?.locale ?? undefined,
      bulk: bulk || undefined,
      scope: claimed?.scope,
      operation: claimed?.operation,
      key: claimed?.key,
      fingerprint: claimed?.fingerprint,
      reply: claimed?.reply,
    },
    logs: message.recipients.map((recipient) => ({
      id: recipient.logId,
      message_id: id,
      recipient: recipient.email,
      recipient_name: recipient.name ?? undefined,
      kind: recipient.kind,
      address: recipient.address,
      destination: destinationOf(message.environment, recipient.email),
      suppression_reason: recipient.suppressionReason ?? undefined,
    })),
    events: message.events.map((event) => ({
      id: event.id,
      message_id: id,
      type: event.type,
      data: event.data,
    })),
    attachments: message.attachments.map((attachment, position) => ({
      message_id: id,
      position,
      filename: attachment.filename,
      content_type: attachment.contentType,
      content_id: attachment.contentId ?? undefined,
      disposition: attachment.disposition,
      content: attachment.content,
    })),
    metadata: hasMetadata ? metadataRows(message) : [],
  }
}

function metadataRows(message: NewMessage) {
  const pairs = Object.entries(message.metadata)
  return message.recipients.flatMap(({ logId }) =>
    pairs.map(([key, value]) => ({ key, value, log_id: logId })),
  )
}
