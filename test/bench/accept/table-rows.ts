import type { WorkspaceId } from '../../../server/platform/db/ids.js'
import type { IdempotencyClaim } from '../../../server/platform/http/idempotency/claim.js'
import type { NewMessage } from '../../../server/product/messages/admit/new-message.js'
import { rowsOf } from '../../../server/product/messages/accept/unit.js'

/** By table; every row of a table has the same columns, in the same order. */
export type TableRows = Readonly<Record<string, Record<string, unknown>[]>>

/** All the rows that the service writes for a message without attachments and metadata, ready for plain inserts. */
export function tableRowsOf(
  workspaceId: WorkspaceId,
  newMessage: NewMessage,
  claim: IdempotencyClaim | undefined,
  reply: object,
): TableRows {
  const { message, logs, events } = rowsOf(newMessage)
  const of = { workspace_id: workspaceId }
  const shared = { project_id: newMessage.projectId, environment: newMessage.environment }
  return {
    ...(claim && {
      idempotency_keys: [
        {
          ...of,
          project_id: claim.projectId,
          operation: claim.operation,
          key: claim.key,
          fingerprint: claim.fingerprint,
          status: 202,
          body: JSON.stringify(reply),
        },
      ],
    }),
    messages: [
      {
        ...of,
        id: message.message_id,
        project_id: message.project_id,
        environment: message.environment,
        from_email: message.from_email,
        from_name: newMessage.fromName,
        subject: message.subject,
        category: newMessage.category,
        metadata: JSON.stringify(newMessage.metadata),
        scheduled_at: newMessage.scheduledAt,
      },
    ],
    message_contents: [
      {
        ...of,
        message_id: message.message_id,
        text: message.text,
        html: newMessage.html,
        reply_to: JSON.stringify(newMessage.replyTo),
        headers: JSON.stringify(newMessage.headers),
        list_unsubscribe: newMessage.listUnsubscribe,
      },
    ],
    message_logs: logs.map(({ destination: _, suppression_reason, log_id: id, ...log }) => ({
      ...of,
      ...log,
      ...shared,
      id,
      recipient_name: log.recipient_name ?? null,
      suppression_reason: suppression_reason ?? null,
      category: newMessage.category,
      status: 'queued',
      updated_at: new Date(),
    })),
    delivery_queue: logs.map((log) => ({
      ...of,
      log_id: log.log_id,
      message_id: log.message_id,
      due_at: new Date(),
      destination: log.destination,
    })),
    events: events.map(({ message_id: _, ...event }) => ({
      ...of,
      ...event,
      ...shared,
      data: JSON.stringify(event.data),
    })),
  }
}
