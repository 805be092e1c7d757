import type { operations } from '../../generated/api-types.js'
import { fromTypeId } from '../db/ids.js'
import type { Condition, IndexWalk } from '../http/bounded-walk.js'
import { refusedValue } from '../http/errors.js'
import type { Visibility } from '../auth/principal.js'
import { visibleConditions } from '../workspace/visible.js'
import { foldAddress } from '../mail-address.js'

/** What logs can be searched by. */
export type LogFilters = Omit<
  NonNullable<operations['listMessageLogs']['parameters']['query']>,
  'limit' | 'cursor' | 'since' | 'until'
>

/**
 * The conditions of a search on `log` and `message`, what narrows it most first: the first one with an index
 * drives the search.
 *
 * @throws ApiError 422 where there is a value of metadata without its key
 */
export function logConditions(visibility: Visibility, filters: LogFilters): Condition[] {
  const { recipient, message_id: message, metadata_key: key, metadata_value: value } = filters
  if (key === undefined && value !== undefined) {
    throw refusedValue('/query/metadata_value', 'metadata_key', 'needs a metadata_key')
  }
  const conditions: Condition[] = []
  if (recipient !== undefined) conditions.push(indexed('address', foldAddress(recipient)))
  if (message !== undefined) conditions.push(indexed('message_id', fromTypeId('msg', message)))
  if (key !== undefined) conditions.push(value === undefined ? hasMetadata(key) : metadataIs(key, value))
  if (filters.status !== undefined) {
    if (filters.category !== undefined && !usual.includes(filters.status))
      conditions.push(rareIn(filters.status, filters.category))
    conditions.push(indexed('status', filters.status))
  }
  if (filters.category !== undefined) conditions.push(indexed('category', filters.category))
  conditions.push(...visibleConditions(visibility, 'message_logs', 'log'))
  if (filters.subject !== undefined) conditions.push(subjectHas(filters.subject))
  return conditions
}

/** The statuses of most logs. */
const usual: readonly string[] = ['scheduled', 'queued', 'delivered']

/** SQL: the expression of an index of the others, which alone has both. */
const rareStatus = `case when status not in (${usual.map((each) => `'${each}'`).join(', ')}) then status end`

/**
 * Either of the two may be had by many logs, and both by none. In the index of one of them all of these would be
 * examined.
 */
function rareIn(status: string, category: string): Condition {
  const index: IndexWalk = { table: 'message_logs', equal: { [rareStatus]: status, category }, id: 'id' }
  return { sql: 'log.status = ? and log.category = ?', values: [status, category], index }
}

function indexed(column: string, value: string): Condition {
  const index: IndexWalk = { table: 'message_logs', equal: { [column]: value }, id: 'id' }
  return { sql: `log.${column} = ?`, values: [value], index }
}

function metadataIs(key: string, value: string): Condition {
  const index: IndexWalk = { table: 'message_metadata', equal: { key, value }, id: 'log_id' }
  return { sql: 'message.metadata ->> ? = ?', values: [key, value], index }
}

/** A key alone says little about a message, so no index is kept for it. */
function hasMetadata(key: string): Condition {
  return { sql: 'message.metadata ->> ? is not null', values: [key] }
}

/** `like` would give a meaning to some characters. */
function subjectHas(text: string): Condition {
  return { sql: 'position(lower(?) in lower(message.subject)) > 0', values: [text] }
}
