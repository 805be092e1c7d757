import type { Knex } from 'knex'
import type { components } from '../../generated/api-types.js'
import { fromTypeId, timeOf, toTypeId, type Uuid } from '../db/ids.js'
import { selectPage, presentPage, type Page, type Window, type WindowQuery } from '../http/pagination.js'
import type { Environment, Visibility } from '../workspace/principal.js'
import { visibleTo } from '../workspace/visible.js'
import type { RecipientStatus } from './status.js'

type Schemas = components['schemas']

interface LogRow {
  id: Uuid
  message_id: Uuid
  project_id: Uuid
  environment: Environment
  recipient: string
  recipient_name: string | null
  kind: Schemas['RecipientKind']
  status: RecipientStatus
  attempts: Schemas['DeliveryAttempt'][]
  next_attempt_at: Date | null
  delivered_at: Date | null
  updated_at: Date
  from_email: string
  subject: string
  category: string | null
  metadata: Record<string, string>
  scheduled_at: Date | null
}

/** A page of message logs: one row a recipient. */
export async function listLogs(
  db: Knex,
  visibility: Visibility,
  query: WindowQuery & { readonly message_id?: string },
  window: Window,
): Promise<Page<Schemas['MessageLog']>> {
  const logs = visibleTo(db('message_logs as log'), visibility, 'log')
    .join('messages as message', (join) =>
      join.on('message.workspace_id', 'log.workspace_id').andOn('message.id', 'log.message_id'),
    )
    .select('log.*', 'message.from_email', 'message.subject', 'message.metadata', 'message.scheduled_at')
  if (query.message_id !== undefined) void logs.where('log.message_id', fromTypeId('msg', query.message_id))
  const rows = await selectPage<LogRow>(logs, 'log.id', query, window)
  return presentPage(rows, query, (shown) => shown.map(presentLog))
}

function presentLog(row: LogRow): Schemas['MessageLog'] {
  const lastReply = row.attempts.at(-1)?.reply
  return {
    id: toTypeId('log', row.id),
    message_id: toTypeId('msg', row.message_id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    recipient: row.recipient,
    recipient_name: row.recipient_name,
    kind: row.kind,
    status: row.status,
    from_email: row.from_email,
    subject: row.subject,
    category: row.category,
    metadata: row.metadata,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    attempts: row.attempts,
    ...(lastReply && { last_reply: lastReply }),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
  }
}
