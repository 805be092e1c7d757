import type { operations } from '../../../../generated/api-types.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { askedStatuses } from '../../../platform/http/lists/asked-values.js'
import {
  type BoundedSearch,
  byKey,
  type Condition,
  type IndexWalk,
  isOneOf,
} from '../../../platform/http/lists/bounded-walk.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { visibleConditions } from '../../../platform/http/access/visible.js'
import { ofContent, ofProgram } from './log-conditions.js'
import type { MessageStatus } from '../../mail/status.js'

/** Filters of a search for messages. */
export type MessageFilters = Omit<
  NonNullable<operations['listMessages']['parameters']['query']>,
  'limit' | 'cursor' | 'since' | 'until'
>

/** A search for messages. */
export interface MessageSearch extends Omit<BoundedSearch, 'workspaceId'> {
  /** True if the search walks the logs of messages; then log ids order its pages. */
  readonly byLogs: boolean
}

/**
 * Makes the searches for messages, whose pages are merged: there are several for several statuses, if each is found
 * by an index of its own.
 *
 * @throws ApiError 422 if there is a value of metadata without its key, or a campaign and an automation
 */
export function messageSearches(visibility: Visibility, filters: MessageFilters): readonly MessageSearch[] {
  const statuses = askedStatuses(filters)
  if (statuses === undefined || !isByStatus(filters)) return [messageSearch(visibility, filters, statuses)]
  return statuses.map((status) => messageSearch(visibility, filters, [status]))
}

/** Returns whether the index that drives a search for a status is one of the status. */
function isByStatus({ recipient, metadata_value: value, ...filters }: MessageFilters): boolean {
  return recipient === undefined && value === undefined && ofProgram(filters).length === 0
}

/**
 * Makes a search for messages. Recipients, metadata, categories and statuses have indexes of logs: then these are
 * walked, and each message is found by the newest of its logs that the index has. Without such a filter the messages
 * themselves are walked.
 */
function messageSearch(
  visibility: Visibility,
  filters: MessageFilters,
  statuses: readonly MessageStatus[] | undefined,
): MessageSearch {
  const { metadata_key: key, metadata_value: value, category } = filters
  if (key === undefined && value !== undefined) {
    throw refusedValue('/query/metadata_value', 'metadata_key', 'needs a metadata_key')
  }
  const walk = walkOf(filters, statuses?.length === 1 ? statuses[0] : undefined)
  const conditions: Condition[] = []
  if (walk !== undefined) conditions.push(walk.condition, newestOf(walk.among))
  if (walk !== undefined) conditions.push({ sql: 'message.id is not null', values: [] })
  if (key !== undefined) {
    conditions.push(
      value === undefined
        ? { sql: 'message.metadata ->> ? is not null', values: [key] }
        : { sql: 'message.metadata ->> ? = ?', values: [key, value] },
    )
  }
  if (category !== undefined) conditions.push({ sql: 'message.category = ?', values: [category] })
  if (statuses !== undefined) conditions.push(isOneOf('own.status', statuses))
  conditions.push(...ofContent(filters))
  // A campaign's or automation's mail is always found by logs.
  conditions.push(...ofProgram(filters).map(({ sql, values }) => ({ sql, values })))
  const table = walk === undefined ? 'messages' : 'message_logs'
  const alias = walk === undefined ? 'message' : 'log'
  conditions.push(...visibleConditions(visibility, table, alias))
  const joins = [
    ...(walk === undefined ? [] : [byKey('messages', 'message', 'log', 'message_id')]),
    ...(statuses === undefined ? [] : [statusJoin]),
  ]
  return {
    byLogs: walk !== undefined,
    table,
    alias,
    conditions,
    columns: walk === undefined ? 'message.*' : 'message.*, message.id as message_id, log.id',
    ...(joins.length > 0 && { join: joins.join('\n') }),
  }
}

/** An index that drives a search, and SQL that tells which of a message's logs `later` it contains. */
interface Walk {
  readonly condition: Condition
  readonly among: Condition
}

const everyLog: Condition = { sql: 'true', values: [] }

/**
 * @param status the one status that is asked for
 */
function walkOf(filters: MessageFilters, status: MessageStatus | undefined): Walk | undefined {
  const { recipient, metadata_key: key, metadata_value: value, category } = filters
  if (recipient !== undefined) return byColumn('address', foldAddress(recipient))
  if (key !== undefined && value !== undefined) {
    const index: IndexWalk = { table: 'message_metadata', equal: { key, value }, id: 'log_id' }
    return { condition: { ...everyLog, index }, among: everyLog }
  }
  const [ofThisProgram] = ofProgram(filters)
  if (ofThisProgram !== undefined) return { condition: ofThisProgram, among: everyLog }
  // The common statuses narrow less than a category does.
  if (category !== undefined && status !== 'failed' && status !== 'scheduled' && status !== 'cancelled')
    return byColumn('category', category)
  if (status !== undefined) return byStatus(status)
  return category === undefined ? undefined : byColumn('category', category)
}

function byColumn(column: string, value: string): Walk {
  const index: IndexWalk = { table: 'message_logs', equal: { [column]: value }, id: 'id' }
  return {
    condition: { sql: `log.${column} = ?`, values: [value], index },
    among: { sql: `later.${column} = ?`, values: [value] },
  }
}

/** SQL: the expression of the index `message_logs_unsent`. */
const unsent = "(case when status in ('bounced', 'failed', 'suppressed') then 'unsent' end)"

/**
 * Returns a status that at least one log of each message with this status has, or else an index that has one of its
 * logs.
 */
function byStatus(status: MessageStatus): Walk {
  switch (status) {
    case 'scheduled':
    case 'cancelled':
    case 'delivered':
      return byColumn('status', status)
    case 'partially_delivered':
      return byColumn('status', 'delivered')
    case 'queued': {
      const index: IndexWalk = { table: 'delivery_queue', equal: {}, id: 'log_id' }
      const among = "later.status in ('queued', 'deferred', 'scheduled')"
      return { condition: { ...everyLog, index }, among: { sql: among, values: [] } }
    }
    case 'failed': {
      const index: IndexWalk = { table: 'message_logs', equal: { [unsent]: 'unsent' }, id: 'id' }
      const among = "later.status in ('bounced', 'failed', 'suppressed')"
      return { condition: { ...everyLog, index }, among: { sql: among, values: [] } }
    }
  }
}

/**
 * Returns a condition by which each message is found once: by the newest of the logs that the walk meets. The barrier
 * (`offset 0`) keeps the planner from looking for the others along another index than that of messages.
 */
function newestOf({ sql, values }: Condition): Condition {
  return {
    sql: `not exists (
      select from (
        select * from message_logs
        where workspace_id = $1 and message_id = log.message_id offset 0
      ) later
      where later.id > log.id and ${sql}
    )`,
    values,
  }
}

/** SQL: the status of a message as `statusOf` derives it from its recipients'. */
const statusJoin = `cross join lateral (
    select case
      when sent_to = 0 then 'failed'
      when scheduled = sent_to then 'scheduled'
      when cancelled = sent_to then 'cancelled'
      when waiting > 0 then 'queued'
      when delivered = recipients then 'delivered'
      when delivered > 0 then 'partially_delivered'
      else 'failed' end as status
    from (
      select count(*) as recipients, count(*) filter (where status <> 'suppressed') as sent_to,
        count(*) filter (where status = 'scheduled') as scheduled,
        count(*) filter (where status = 'cancelled') as cancelled,
        count(*) filter (where status in ('queued', 'deferred', 'scheduled')) as waiting,
        count(*) filter (where status = 'delivered') as delivered
      from message_logs where workspace_id = $1 and message_id = message.id
    ) counted
  ) own`
