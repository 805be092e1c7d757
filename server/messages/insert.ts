import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import type { Transaction } from '../db/transaction.js'
import { foldAddress } from './address.js'
import type { NewMessage } from './new-message.js'

/**
 * Everything that messages of one workspace are, in one statement: the messages, their contents and attachments,
 * a log and a due delivery for each recipient, and the events. The rows come as JSON, which is the least work on
 * both sides.
 */
const insertAccepted = statement<
  [workspaceId: Uuid, messages: string, logs: string, events: string, attachments: string, metadata: string]
>(
  'insert_accepted',
  `with new_message as (
     select * from json_to_recordset($2::json) as m(
       id uuid, project_id uuid, environment text, from_email text, from_name text, subject text, category text,
       metadata jsonb, scheduled_at timestamptz, text text, html text, reply_to jsonb, headers jsonb,
       list_unsubscribe jsonb)
   ), new_log as (
     select * from json_to_recordset($3::json) as l(
       id uuid, message_id uuid, project_id uuid, environment text, recipient text, recipient_name text, kind text,
       address text, category text, scheduled_at timestamptz)
   ), inserted_messages as (
     insert into messages
       (workspace_id, id, project_id, environment, from_email, from_name, subject, category, metadata, scheduled_at)
     select $1, id, project_id, environment, from_email, from_name, subject, category, metadata, scheduled_at
     from new_message
   ), inserted_contents as (
     insert into message_contents (workspace_id, message_id, text, html, reply_to, headers, list_unsubscribe)
     select $1, id, text, html, reply_to, headers, list_unsubscribe from new_message
   ), inserted_attachments as (
     insert into message_attachments
       (workspace_id, message_id, position, filename, content_type, content_id, disposition, content)
     select $1, message_id, position, filename, content_type, content_id, disposition, decode(content, 'base64')
     from json_to_recordset($5::json) as a(
       message_id uuid, position smallint, filename text, content_type text, content_id text, disposition text,
       content text)
   ), inserted_logs as (
     insert into message_logs
       (workspace_id, id, message_id, project_id, environment, recipient, recipient_name, kind, address, category,
        status, updated_at)
     select $1, id, message_id, project_id, environment, recipient, recipient_name, kind, address, category,
       case when scheduled_at is null then 'queued' else 'scheduled' end, now()
     from new_log
   ), inserted_metadata as (
     insert into message_metadata (workspace_id, key, value, log_id)
     select $1, key, value, log_id from json_to_recordset($6::json) as d(key text, value text, log_id uuid)
   ), due as (
     insert into delivery_queue (workspace_id, log_id, message_id, due_at)
     select $1, id, message_id, coalesce(scheduled_at, now()) from new_log
   )
   insert into events (workspace_id, id, project_id, environment, type, data)
   select $1, id, project_id, environment, type, data from json_to_recordset($4::json) as e(
     id uuid, project_id uuid, environment text, type text, data jsonb)`,
)

/** Stores messages of one workspace in the transaction of their acceptance. */
export async function insertMessages(
  tx: Transaction,
  workspaceId: Uuid,
  messages: readonly NewMessage[],
): Promise<void> {
  await insertAccepted(
    tx.sql,
    workspaceId,
    JSON.stringify(messages.map(messageRow)),
    JSON.stringify(messages.flatMap(logRows)),
    JSON.stringify(messages.flatMap(eventRows)),
    JSON.stringify(messages.flatMap(attachmentRows)),
    JSON.stringify(messages.flatMap(metadataRows)),
  )
}

function messageRow(message: NewMessage) {
  return {
    id: message.id,
    project_id: message.projectId,
    environment: message.environment,
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
  }
}

function logRows(message: NewMessage) {
  return message.recipients.map((recipient) => ({
    id: recipient.logId,
    message_id: message.id,
    project_id: message.projectId,
    environment: message.environment,
    recipient: recipient.email,
    recipient_name: recipient.name,
    kind: recipient.kind,
    address: foldAddress(recipient.email),
    category: message.category,
    scheduled_at: message.scheduledAt,
  }))
}

function eventRows(message: NewMessage) {
  return message.events.map((event) => ({
    id: event.id,
    project_id: event.projectId,
    environment: event.environment,
    type: event.type,
    data: event.data,
  }))
}

function attachmentRows(message: NewMessage) {
  return message.attachments.map((attachment, position) => ({
    message_id: message.id,
    position,
    filename: attachment.filename,
    content_type: attachment.contentType,
    content_id: attachment.contentId,
    disposition: attachment.disposition,
    content: attachment.content,
  }))
}

function metadataRows(message: NewMessage) {
  const pairs = Object.entries(message.metadata)
  return message.recipients.flatMap(({ logId }) =>
    pairs.map(([key, value]) => ({ key, value, log_id: logId })),
  )
}
