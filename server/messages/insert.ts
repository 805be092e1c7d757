import { statement } from '../db/statement.js'
import type { Uuid } from '../db/ids.js'
import type { Transaction } from '../db/transaction.js'
import type { NewEvent } from '../events/event-types.js'
import type { Environment } from '../workspace/principal.js'

/** A message that has passed every check and is about to be stored. */
export interface NewMessage {
  readonly id: Uuid
  readonly projectId: Uuid
  readonly environment: Environment
  readonly fromEmail: string
  readonly subject: string
  readonly category: string | null
  readonly text: string
  readonly html: string | null
  readonly recipients: readonly { readonly logId: Uuid; readonly email: string }[]
  readonly event: NewEvent
}

/**
 * Everything that a message is, in one statement of one workspace, for any number of messages: the message, its
 * content, a log and a due delivery for each recipient, and the event.
 */
const insertAccepted = statement<
  [
    workspaceId: Uuid,
    ids: Uuid[],
    projects: Uuid[],
    environments: string[],
    senders: string[],
    subjects: string[],
    categories: (string | null)[],
    texts: string[],
    htmls: (string | null)[],
    logIds: Uuid[],
    logMessages: Uuid[],
    logProjects: Uuid[],
    logEnvironments: string[],
    recipients: string[],
    eventIds: Uuid[],
    eventTypes: string[],
    eventData: string[],
  ]
>(
  'insert_accepted',
  `with accepted_messages as (
     insert into messages (workspace_id, id, project_id, environment, from_email, subject, category)
     select $1, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
   ), contents as (
     insert into message_contents (workspace_id, message_id, text, html)
     select $1, * from unnest($2::uuid[], $8::text[], $9::text[])
   ), logs as (
     insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, status, updated_at)
     select $1, *, 'queued', now()
     from unnest($10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::text[])
   ), due as (
     insert into delivery_queue (workspace_id, log_id, message_id, due_at)
     select $1, *, now() from unnest($10::uuid[], $11::uuid[])
   )
   insert into events (workspace_id, id, project_id, environment, type, data)
   select $1, * from unnest($15::uuid[], $3::uuid[], $4::text[], $16::text[], $17::jsonb[])`,
)

/** Stores messages of one workspace in the transaction of their acceptance. */
export async function insertMessages(
  tx: Transaction,
  workspaceId: Uuid,
  messages: readonly NewMessage[],
): Promise<void> {
  const logs = messages.flatMap((message) => message.recipients.map((recipient) => ({ message, recipient })))
  await insertAccepted(
    tx.sql,
    workspaceId,
    messages.map((message) => message.id),
    messages.map((message) => message.projectId),
    messages.map((message) => message.environment),
    messages.map((message) => message.fromEmail),
    messages.map((message) => message.subject),
    messages.map((message) => message.category),
    messages.map((message) => message.text),
    messages.map((message) => message.html),
    logs.map(({ recipient }) => recipient.logId),
    logs.map(({ message }) => message.id),
    logs.map(({ message }) => message.projectId),
    logs.map(({ message }) => message.environment),
    logs.map(({ recipient }) => recipient.email),
    messages.map((message) => message.event.id),
    messages.map((message) => message.event.type),
    messages.map((message) => JSON.stringify(message.event.data)),
  )
}
