import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { minUuidAt, timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import {
  examinedAtMost,
  searchPage,
  searchRange,
  type Condition,
} from '../../../platform/http/lists/bounded-walk.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { mergeFound, type RangeSearch } from '../../../platform/http/lists/merge-found.js'
import {
  presentPage,
  rangeOf,
  type Page,
  type TimeWindow,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { narrowedTo, visibleTo } from '../../../platform/http/access/visible.js'
import { messageSearches, type MessageFilters } from './message-conditions.js'
import { statusOf, type RecipientStatus } from '../../mail/status.js'

type Schemas = components['schemas']

/** The columns of `messages` that are shown. */
export interface MessageRow {
  id: Uuid
  workspace_id: WorkspaceId
  project_id: Uuid
  environment: Environment
  from_email: string
  from_name: string | null
  subject: string
  category: string | null
  metadata: Record<string, string>
  scheduled_at: Date | null
  list_id: Uuid | null
  campaign_id: Uuid | null
  automation_run_id: Uuid | null
  api_key_id: Uuid | null
  template_id: Uuid | null
  template_version: number | null
  template_locale: string | null
}

/** A recipient, from its log. */
export interface RecipientRow {
  id: Uuid
  message_id: Uuid
  recipient: string
  recipient_name: string | null
  kind: Schemas['RecipientKind']
  status: RecipientStatus
}

/** Returns a page of messages with their recipients. */
export async function listMessages(
  db: Knex,
  visibility: Visibility,
  query: WindowQuery & MessageFilters,
  window: TimeWindow,
): Promise<Page<Schemas['Message']>> {
  const visible = narrowedTo(visibility, query)
  const { workspaceId } = visible
  const searches = messageSearches(visible, query)
  const byId = searches.find(({ byLogs }) => !byLogs)
  if (byId !== undefined) {
    const found = await searchPage<MessageRow>(db, { workspaceId, ...byId }, query, window)
    return presentPage(found, (shown) => withRecipients(db, workspaceId, shown))
  }
  const range = rangeOf(query, {
    ...window,
    until: window.until && new Date(window.until.getTime() + logsLaterMs),
  })
  const walks = searches.map((search): RangeSearch<MessageRow & { message_id: Uuid }> => {
    const within = { workspaceId, ...search, conditions: [...search.conditions, ...madeWithin(window)] }
    return (part, budget) => searchRange(db, within, part, { limit: query.limit, budget })
  })
  const found = await mergeFound(walks, range, query.limit, examinedAtMost)
  return presentPage(found, (shown) =>
    withRecipients(
      db,
      workspaceId,
      shown.map((row) => ({ ...row, id: row.message_id })),
    ),
  )
}

/**
 * Milliseconds after a message's id within which all of its logs' ids are made: they are made right after it, and
 * this is far longer.
 */
const logsLaterMs = 60_000

/** Returns the conditions that messages were made in a period. */
function madeWithin({ since, until }: TimeWindow): Condition[] {
  return [
    { sql: 'message.id >= ?', values: [minUuidAt(since)] },
    ...(until === null ? [] : [{ sql: 'message.id < ?', values: [minUuidAt(until)] }]),
  ]
}

/** Returns one message, or undefined if there is none that this credential sees and that is still retained. */
export async function findMessage(
  db: Knex,
  visibility: Visibility,
  id: Uuid,
  retainedSince: Date,
): Promise<Schemas['Message'] | undefined> {
  const row = await findRow(db, visibility, id, retainedSince)
  return row && presentRow(db, visibility.workspaceId, row)
}

/** Returns a message with its recipients in the contract's shape. */
export async function presentRow(
  db: Knex,
  workspaceId: WorkspaceId,
  row: MessageRow,
): Promise<Schemas['Message']> {
  return presentMessage(row, await recipientsOf(db, workspaceId, [row.id]))
}

/**
 * Returns the row of a message that this credential sees.
 *
 * @param retainedSince start of the retention window, for a read; a message that waits to be sent may be older
 */
export async function findRow(
  db: Knex,
  visibility: Visibility,
  id: Uuid,
  retainedSince: Date = new Date(0),
): Promise<MessageRow | undefined> {
  const select: Knex.QueryBuilder<MessageRow, MessageRow[]> = visibleTo(
    db<MessageRow>('messages'),
    visibility,
  )
  return select.where('id', id).where('id', '>=', minUuidAt(retainedSince)).first()
}

/** Returns the rows of those messages that this credential sees. */
export async function findRows(
  db: Knex,
  visibility: Visibility,
  ids: readonly Uuid[],
): Promise<MessageRow[]> {
  const select: Knex.QueryBuilder<MessageRow, MessageRow[]> = visibleTo(
    db<MessageRow>('messages'),
    visibility,
  )
  return select.whereIn('id', [...ids]).select()
}

export function noSuchMessage(): ApiError {
  return new ApiError('not_found', 'No such message, or it is past the retention window.')
}

/** Returns the recipients of messages, in the order of their logs. */
export function recipientsOf(
  db: Knex,
  workspaceId: WorkspaceId,
  messageIds: readonly Uuid[],
): Promise<RecipientRow[]> {
  return db<RecipientRow & { workspace_id: WorkspaceId }>('message_logs')
    .where('workspace_id', workspaceId)
    .whereIn('message_id', [...messageIds])
    .orderBy('id')
    .select('id', 'message_id', 'recipient', 'recipient_name', 'kind', 'status')
}

async function withRecipients(
  db: Knex,
  workspaceId: WorkspaceId,
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
    from_name: row.from_name,
    subject: row.subject,
    category: row.category,
    metadata: row.metadata,
    created_at: timeOf(row.id).toISOString(),
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    list_id: row.list_id === null ? null : toTypeId('lst', row.list_id),
    campaign_id: row.campaign_id === null ? null : toTypeId('cmp', row.campaign_id),
    automation_run_id: row.automation_run_id === null ? null : toTypeId('run', row.automation_run_id),
    api_key_id: row.api_key_id === null ? null : toTypeId('key', row.api_key_id),
    template: originOf(row),
    recipients: recipients.map((recipient) => ({
      log_id: toTypeId('log', recipient.id),
      email: recipient.recipient,
      name: recipient.recipient_name,
      kind: recipient.kind,
      status: recipient.status,
    })),
  }
}

function originOf(row: MessageRow): Schemas['Message']['template'] {
  const { template_id: id, template_version: version, template_locale: locale } = row
  return id === null || version === null ? null : { template_id: toTypeId('tpl', id), version, locale }
}
