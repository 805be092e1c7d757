import type { Knex } from 'knex'
import { leastUuidAt, type Uuid } from '../db/ids.js'
import { refusedValue } from './errors.js'
import { parseTime } from './time.js'

/**
 * Pages of a list, newest first. Ids sort by time, so a page is a range of ids: `since` and `until` are ids of
 * their times, a cursor is the last id of the page before. What is added meanwhile is newer than any cursor, so
 * no row comes twice and none is missed.
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

/** The span that is searched after clamping to what is retained. */
export interface Window {
  readonly since: Date
  readonly until: Date | null
}

export function clampWindow(query: WindowQuery, retainedSince: Date): Window {
  const since = query.since === undefined ? retainedSince : parseTime(query.since, '/query/since')
  return {
    since: since < retainedSince ? retainedSince : since,
    until: query.until === undefined ? null : parseTime(query.until, '/query/until'),
  }
}

/** The window as the contract shows it. */
export function presentWindow(window: Window): { since: string; until: string | null } {
  return { since: window.since.toISOString(), until: window.until?.toISOString() ?? null }
}

/**
 * Selects one page, and one row more to know whether another page follows.
 *
 * @param select the list's query, before its order and limit
 * @param id the column of the id
 * @throws ApiError 422 where the cursor is not one of ours
 */
export async function selectPage<Row extends { id: Uuid }>(
  select: Knex.QueryBuilder,
  id: string,
  query: PageQuery,
  window?: Window,
): Promise<Row[]> {
  if (query.cursor !== undefined) void select.where(id, '<', uuidOfCursor(query.cursor))
  if (window !== undefined) {
    void select.where(id, '>=', leastUuidAt(window.since))
    if (window.until !== null) void select.where(id, '<', leastUuidAt(window.until))
  }
  return (await select.orderBy(id, 'desc').limit(query.limit + 1)) as Row[]
}

/** Makes the page from what `selectPage` found. */
export async function presentPage<Row extends { id: Uuid }, Shown>(
  rows: readonly Row[],
  query: PageQuery,
  present: (rows: readonly Row[]) => Shown[] | Promise<Shown[]>,
): Promise<Page<Shown>> {
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const hasMore = rows.length > page.length
  return {
    data: await present(page),
    has_more: hasMore,
    next_cursor: hasMore && last !== undefined ? cursorOf(last.id) : null,
  }
}

function cursorOf(id: Uuid): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

function uuidOfCursor(cursor: string): Uuid {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)
  if (parts === null || !/^[\w-]{22}$/.test(cursor)) {
    throw refusedValue('/query/cursor', 'cursor', 'must be the next_cursor of an earlier page')
  }
  return parts.slice(1).join('-')
}
