import type { Knex } from 'knex'
import type { Uuid } from '../../../server/db/ids.js'
import type { IdempotencyClaim } from '../../../server/http/idempotency/claim.js'
import type { NewMessage } from '../../../server/messages/accept/new-message.js'
import { rowsOf } from '../../../server/messages/accept/rows.js'

/**
 * Inserts the rows of messages, all that the service itself would write, with one multi-row insert a table and
 * nothing clever.
 */
export async function insertRows(
  db: Knex,
  workspaceId: Uuid,
  messages: readonly NewMessage[],
  claim?: IdempotencyClaim,
  reply?: object,
): Promise<void> {
  const rows = messages.map(rowsOf)
  const of = { workspace_id: workspaceId }
  if (claim !== undefined) {
    await db('idempotency_keys').insert({
      ...of,
      project_id: claim.projectId,
      operation: claim.operation,
      key: claim.key,
      fingerprint: claim.fingerprint,
      status: 202,
      body: JSON.stringify(reply),
    })
  }
  await db('messages').insert(
    rows.map(({ message }) => ({
      ...of,
      id: message.id,
      project_id: message.project_id,
      environment: message.environment,
      from_email: message.from_email,
      from_name: message.from_name,
      subject: message.subject,
      category: message.category,
      metadata: JSON.stringify(message.metadata),
      scheduled_at: message.scheduled_at,
    })),
  )
  await db('message_contents').insert(
    rows.map(({ message }) => ({
      ...of,
      message_id: message.id,
      text: message.text,
      html: message.html,
      reply_to: JSON.stringify(message.reply_to),
      headers: JSON.stringify(message.headers),
      list_unsubscribe: message.list_unsubscribe,
    })),
  )
  const logs = rows.flatMap((row) => row.logs)
  await db('message_logs').insert(
    logs.map(({ scheduled_at: _, ...log }) => ({ ...of, ...log, status: 'queued', updated_at: new Date() })),
  )
  await db('delivery_queue').insert(
    logs.map((log) => ({ ...of, log_id: log.id, message_id: log.message_id, due_at: new Date() })),
  )
  await db('events').insert(
    rows
      .flatMap((row) => row.events)
      .map(({ message_id: _, ...event }) => ({ ...of, ...event, data: JSON.stringify(event.data) })),
  )
}
