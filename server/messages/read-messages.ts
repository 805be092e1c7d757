import type { Knex } from 'knex'
import type { components } from '../../generated/api-types.js'
import { leastUuidAt, timeOf, toTypeId, type Uuid } from '../db/ids.js'
import { selectPage, presentPage, type Page, type Window, type WindowQuery } from '../http/pagination.js'
import type { Environment, Visibility } from '../workspace/principal.js'
import { visibleTo } from '../workspace/visible.js'
import { statusOf, type RecipientStatus } from './status.js'

type Schemas = components['schemas']

interface MessageRow {
  id: Uuid
  workspace_id: Uuid
  project_id: Uuid
  environment: Environment
  from_email: string
  subject: string
  category: string | null
}

interface RecipientRow {
  id: Uuid
  message_id: Uuid
  recipient: string
  status: RecipientStatus
}

/** A page of messages with their recipients. */
export async function listMessages(
  db: Knex,
  visibility: Visibility,
  query: WindowQuery,
  window: Window,
): Promise<Page<Schemas['Message']>> {
  const messages = visibleTo(db<MessageRow>('messages'), visibility)
  const rows = await selectPage<MessageRow>(messages, 'id', query, window)
  return presentPage(rows, query, (shown) => withRecipients(db, visibility.workspaceId, shown))
}

/** One message, or undefined where there is none that this credential sees and that is still retained. */
export async function findMessage(
  db: Knex,
  visibility: Visibility,
  id: Uuid,
  retainedSince: Date,
): Promise<Schemas['Message'] | undefined> {
  const row = await findRow(db, visibility, id, retainedSince)
  if (row === undefined) return undefined
  return (await withRecipients(db, visibility.workspaceId, [row]))[0]
}

/** A message's content as it was given, or undefined as for `findMessage`. */
export async function findContent(
  db: Knex,
  visibility: Visibility,
  id: Uuid,
  retainedSince: Date,
): Promise<Schemas['MessageContent'] | undefined> {
  const row = await findRow(db, visibility, id, retainedSince)
  if (row === undefined) return undefined
  const [content, recipients] = await Promise.all([
    db<{ workspace_id: Uuid; message_id: Uuid; text: string; html: string | null }>('message_contents')
      .where({ workspace_id: visibility.workspaceId, message_id: id })
      .first('text', 'html'),
    recipientsOf(db, visibility.workspaceId, [id]),
  ])
  if (content === undefined) return undefined
  return {
    message_id: toTypeId('msg', id),
    from_email: row.from_email,
    to: recipients.map(({ recipient }) => ({ email: recipient })),
    subject: row.subject,
    text: content.text,
    html: content.html,
  }
}

async function findRow(
  db: Knex,
  visibility: Visibility,
  id: Uuid,
  retainedSince: Date,
): Promise<MessageRow | undefined> {
  const select: Knex.QueryBuilder<MessageRow, MessageRow[]> = visibleTo(
    db<MessageRow>('messages'),
    visibility,
  )
  return select.where('id', id).where('id', '>=', leastUuidAt(retainedSince)).first()
}

function recipientsOf(db: Knex, workspaceId: Uuid, messageIds: readonly Uuid[]): Promise<RecipientRow[]> {
  return db<RecipientRow & { workspace_id: Uuid }>('message_logs')
    .where('workspace_id', workspaceId)
    .whereIn('message_id', [...messageIds])
    .orderBy('id')
    .select('id', 'message_id', 'recipient', 'status')
}

async function withRecipients(
  db: Knex,
  workspaceId: Uuid,
  rows: readonly MessageRow[],
): Promise<Schemas['Message'][]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const recipients = await recipientsOf(db, workspaceId, ids)
  return rows.map((row) =>
    presentMessage(
      row,
      recipients.filter((recipient) => recipient.message_id === row.id),
    ),
  )
}

function presentMessage(row: MessageRow, recipients: readonly RecipientRow[]): Schemas['Message'] {
  return {
    id: toTypeId('msg', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    status: statusOf(recipients.map((recipient) => recipient.status)),
    from_email: row.from_email,
    subject: row.subject,
    category: row.category,
    created_at: timeOf(row.id).toISOString(),
    recipients: recipients.map((recipient) => ({
      log_id: toTypeId('log', recipient.id),
      email: recipient.recipient,
      status: recipient.status,
    })),
  }
}
