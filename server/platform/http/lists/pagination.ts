import type { Knex } from 'knex'
import { uuidBytes } from '../../../../base/text/uuid-bytes.js'
import { greatestUuid, minUuidAt, uuidOfBytes, type Uuid } from '../../db/ids.js'
import { refusedValue } from '../errors/api-error.js'
import { parseTime } from '../time.js'

/**
 * Pages of a list, newest first. Ids sort by time, so a page is a range of ids: `since` and `until` are ids of their
 * times, a cursor is the last id of the page before. Rows that are added meanwhile are newer than any cursor, so no
 * row comes twice and none is missed.
 */
export interface PageQuery {
  readonly limit: number
  readonly cursor?: string
}

export interface WindowQuery extends PageQuery {
  readonly since?: string
  readonly until?: string
}

export interface Page<Row> {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
}

/** The page of a list that can have no rows. */
export const emptyPage: Page<never> = { data: [], has_more: false, next_cursor: null }

/** The span that is searched after clamping to what is retained. */
export interface TimeWindow {
  readonly since: Date
  readonly until: Date | null
}

/** Returns the span of a list that has a retention window. Its reply has the span, too: see `presentWindow`. */
export function clampWindow(
  query: Partial<WindowQuery>,
  retainedSince: Date,
  part: RequestPart = 'query',
): TimeWindow {
  const since = query.since === undefined ? retainedSince : parseTime(query.since, `/${part}/since`)
  return {
    since: since < retainedSince ? retainedSince : since,
    until: query.until === undefined ? null : parseTime(query.until, `/${part}/until`),
  }
}

/** Returns the span of a list without a retention window, which reaches back to the first row. */
export function unclampedWindow(query: Partial<WindowQuery>, part: RequestPart = 'query'): TimeWindow {
  return clampWindow(query, new Date(0), part)
}

/** Returns the window as the contract shows it. */
export function presentWindow(window: TimeWindow): { since: string; until: string | null } {
  return { since: window.since.toISOString(), until: window.until?.toISOString() ?? null }
}

/** The rows that were found for a page. */
export interface Found<Row> {
  readonly rows: readonly Row[]
  /** The id below which the next page begins; null if there is none. */
  readonly next: Uuid | null
}

/**
 * Returns the id below which a page begins, by its cursor alone.
 *
 * @param part the part of the request that has the cursor
 * @throws ApiError 422 if the cursor is not one of ours
 */
export function positionOf({ cursor }: Pick<PageQuery, 'cursor'>, part: RequestPart = 'query'): Uuid {
  return cursor === undefined ? greatestUuid : uuidOfCursor(cursor, part)
}

type RequestPart = 'query' | 'body'

/** The ids from one on, and below another one. */
export interface IdRange {
  readonly from: Uuid
  readonly below: Uuid
}

/**
 * Returns the range of ids of a page.
 *
 * @throws ApiError 422 if the cursor is not one of ours
 */
export function rangeOf(
  query: Pick<PageQuery, 'cursor'>,
  window: TimeWindow,
  part: RequestPart = 'query',
): IdRange {
  const until = window.until ? minUuidAt(window.until) : greatestUuid
  const position = positionOf(query, part)
  return { from: minUuidAt(window.since), below: position < until ? position : until }
}

/**
 * Selects one page of a short list, which reaches back to its first row. A list of history is searched by `searchPage`.
 *
 * @param select the list's query, before its order and limit
 * @param id the column of the id
 */
export async function selectPage<Row extends { id: Uuid }>(
  select: Knex.QueryBuilder,
  id: string,
  query: WindowQuery,
): Promise<Found<Row>> {
  const { from, below } = rangeOf(query, unclampedWindow(query))
  void select.where(id, '>=', from).where(id, '<', below)
  // An additional row tells whether another page follows.
  const rows = (await select.orderBy(id, 'desc').limit(query.limit + 1)) as Row[]
  const page = rows.slice(0, query.limit)
  return { rows: page, next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null }
}

/** Makes the page from the found rows. */
export async function presentPage<Row, Shown>(
  found: Found<Row>,
  present: (rows: readonly Row[]) => Shown[] | Promise<Shown[]>,
): Promise<Page<Shown>> {
  return {
    data: await present(found.rows),
    has_more: found.next !== null,
    next_cursor: found.next === null ? null : cursorOf(found.next),
  }
}

/** Returns the cursor of a page that begins below an id. */
export function cursorOf(id: Uuid): string {
  return uuidBytes(id).toString('base64url')
}

function uuidOfCursor(cursor: string, part: RequestPart): Uuid {
  const id = uuidOfBytes(Buffer.from(cursor, 'base64url'))
  // Several texts decode to the same id, but only one of them was ever given out as a cursor.
  if (id === undefined || cursorOf(id) !== cursor) {
    throw refusedValue(`/${part}/cursor`, 'cursor', 'must be the next_cursor of an earlier page')
  }
  return id
}
