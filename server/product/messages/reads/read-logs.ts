import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { presentAttempt, type StoredAttempt } from '../../mail/stored-attempt.js'
import { streamSql } from '../../../platform/db/statements/stream-sql.js'
import type { Stream } from '../../mail/stream.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import {
  byKey,
  searchPage,
  searchRange,
  type BoundedSearch,
} from '../../../platform/http/lists/bounded-walk.js'
import { examinedInRanges, searchRanges } from '../../../platform/http/lists/search-ranges.js'
import { searchAmong } from '../../../platform/http/lists/search-among.js'
import {
  presentPage,
  rangeOf,
  type Found,
  type Page,
  type TimeWindow,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { narrowedTo } from '../../../platform/http/access/visible.js'
import { engagementsOf } from '../../tracking/engagement.js'
import { logConditions, searchesText, soughtWords, type LogFilters } from './log-conditions.js'
import { searchedText } from '../../../platform/log-search/log-words.js'
import { usualBlock } from '../../../platform/log-search/blocks.js'
import { narrowed } from '../../../platform/log-search/narrow.js'
import type { RecipientStatus } from '../../mail/status.js'
import { heldAmong } from '../../../platform/queue/holds/of-workspace.js'
import type { ReturnPath } from '../../delivery/bounce/return-path.js'

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
  attempts: StoredAttempt[]
  next_attempt_at: Date | null
  delivered_at: Date | null
  updated_at: Date
  suppression_reason: Schemas['UnsentReason'] | null
  complained_at: Date | null
  unverified_complaint: Schemas['UnverifiedComplaint']
  from_email: string
  subject: string
  category: string | null
  metadata: Record<string, string>
  scheduled_at: Date | null
  campaign_id: Uuid | null
  automation_id: Uuid | null
  api_key_id: Uuid | null
  stream: Stream
  waiting_for: Schemas['WaitingFor']
  retries: number
  /** True if opens or clicks of its mail are tracked. */
  is_tracked: boolean
}

/**
 * SMTP conversations of a log's attempts, by their numbers from 1 on. Attempts whose conversation was not kept have
 * none.
 */
type Conversations = ReadonlyMap<number, string>

const selectConversations = statement<
  [workspaceId: WorkspaceId, logId: Uuid],
  { attempt: number; conversation: string }
>(
  'select_conversations_of_log',
  `select attempt, conversation from attempt_conversations
   where workspace_id = $1 and log_id = $2 order by attempt`,
)

/** Returns a page of message logs, one row for each recipient, without the conversations of the attempts. */
export async function listLogs(
  db: Knex,
  visibility: Visibility,
  query: WindowQuery & LogFilters,
  window: TimeWindow,
): Promise<Page<Schemas['MessageLog']>> {
  const visible = narrowedTo(visibility, query)
  const found = await findLogs(db, visible, query, window)
  return presentPage(found, async (shown) => {
    const engagementOf = await engagementsOfRows(db, visibility, shown)
    const isHeld = await heldOfRows(db, visibility, shown)
    return shown.map((row) => presentLog(row, new Map(), engagementOf(row), isHeld(row)))
  })
}

/**
 * Finds logs by the words that they must contain, if these narrow the search, and otherwise by an index of a filter.
 */
async function findLogs(
  db: Knex,
  visible: Visibility,
  query: WindowQuery & LogFilters,
  window: TimeWindow,
): Promise<Found<LogRow>> {
  const search = searchFor(visible, query)
  const sought = soughtWords(query)
  if (sought.length === 0) return searchPage<LogRow>(db, search, query, window)
  const within = await narrowed(db, visible.workspaceId, sought, rangeOf(query, window))
  if (within === undefined)
    return searchRange<LogRow>(db, search, rangeOf(query, window), {
      limit: query.limit,
      budget: examinedInRanges,
    })
  return searchRanges<LogRow>(db, { search, ...within }, query.limit, usualBlock)
}

/** Returns one message log, or undefined if there is none that this credential sees and that is still retained. */
export async function findLog(
  db: Knex,
  visibility: Visibility,
  id: Uuid,
  retainedSince: Date,
): Promise<Schemas['MessageLog'] | undefined> {
  const window = { since: retainedSince, until: null }
  const found = await searchAmong<LogRow>(db, searchFor(visibility, {}), [id], {
    query: { limit: 1 },
    window,
  })
  const [row] = found.rows
  if (row === undefined) return undefined
  const said = await selectConversations(db, visibility.workspaceId, row.id)
  const engagementOf = await engagementsOfRows(db, visibility, [row])
  const conversations = new Map(said.map(({ attempt, conversation }) => [attempt, conversation]))
  const isHeld = await heldOfRows(db, visibility, [row])
  return presentLog(row, conversations, engagementOf(row), isHeld(row))
}

/** SQL: joins the text to search. The offset keeps the planner from making the text anew for each word. */
const joinText = ` cross join lateral (select ${searchedText} as text offset 0) searched`

function searchFor(visible: Visibility, filters: LogFilters): BoundedSearch {
  return {
    workspaceId: visible.workspaceId,
    table: 'message_logs',
    alias: 'log',
    // A log always has its message; a row of the walked index that has lost both only counts as examined.
    conditions: [...logConditions(visible, filters), { sql: 'message.id is not null', values: [] }],
    columns: `log.*, ${streamSql('log')} as stream, message.from_email, message.subject, message.metadata,
      message.scheduled_at, message.api_key_id,
      coalesce(message.track_opens, message.track_clicks, false) as is_tracked`,
    join: byKey('messages', 'message', 'log', 'message_id') + (searchesText(filters) ? joinText : ''),
  }
}

/** Returns the opens and clicks of logs; null for mail that is not tracked. */
async function engagementsOfRows(db: Knex, { workspaceId }: Visibility, rows: readonly LogRow[]) {
  const tracked = rows.filter((row) => row.is_tracked).map((row) => row.id)
  const engagementOf = await engagementsOf(db, workspaceId, tracked)
  return ({ id, is_tracked: isTracked }: LogRow) => (isTracked ? engagementOf(id) : null)
}

/** Returns which of these logs' deliveries are held since a restore. Their own rows do not say so. */
async function heldOfRows(db: Knex, { workspaceId }: Visibility, rows: readonly LogRow[]) {
  const waiting = rows.filter((row) => isWaiting.has(row.status)).map((row) => row.id)
  const held = await heldAmong(db, workspaceId, waiting)
  return ({ id }: LogRow): boolean => held.has(id)
}

const isWaiting: ReadonlySet<RecipientStatus> = new Set(['scheduled', 'queued', 'deferred'])

function presentLog(
  row: LogRow,
  conversations: Conversations,
  engagement: Schemas['Engagement'],
  isHeld: boolean,
): Schemas['MessageLog'] {
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
    attempts: row.attempts.map((attempt, index) =>
      presentAttempt(attempt, conversations.get(index + 1) ?? null),
    ),
    last_reply: row.attempts.at(-1)?.reply ?? null,
    next_attempt_at: isHeld ? null : (row.next_attempt_at?.toISOString() ?? null),
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
    suppression_reason: row.suppression_reason,
    complained_at: row.complained_at?.toISOString() ?? null,
    unverified_complaint: row.unverified_complaint,
    campaign_id: row.campaign_id === null ? null : toTypeId('cmp', row.campaign_id),
    automation_id: row.automation_id === null ? null : toTypeId('aut', row.automation_id),
    api_key_id: row.api_key_id === null ? null : toTypeId('key', row.api_key_id),
    engagement,
    stream: row.stream,
    waiting_for: isHeld ? 'release' : row.waiting_for,
    retries: row.retries,
  }
}

type MessageLog = components['schemas']['MessageLog']

const selectMessage = statement<[workspaceId: WorkspaceId, logId: Uuid], { message_id: Uuid }>(
  'select_message_of_log',
  'select message_id from message_logs where workspace_id = $1 and id = $2',
)

/** Finds the delivery logs that the sink shows, by an envelope sender, which is authentic and names one delivery. */
export function logsOfReturnPath(db: Knex, returnPath: ReturnPath) {
  return {
    /** Returns whether an envelope sender is a return path of this service. */
    isOwn: (sender: string): boolean => returnPath.read(sender) !== undefined,

    /** Returns the logs of the message that was delivered from this sender, max 100; empty if the logs are gone. */
    async of(sender: string): Promise<readonly MessageLog[]> {
      const delivery = returnPath.read(sender)
      if (delivery === undefined) return []
      const { workspaceId, logId } = delivery
      const [log] = await selectMessage(db, workspaceId, logId)
      if (log === undefined) return []
      const query = { message_id: toTypeId('msg', log.message_id), limit: 100 }
      const visibility = { workspaceId, projectId: null, environment: null }
      const page = await listLogs(db, visibility, query, { since: new Date(0), until: null })
      return page.data
    },
  }
}
