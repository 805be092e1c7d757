import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { runSql } from '../../db/statements/run-sql.js'
import { mergeFound } from './merge-found.js'
import { rangeOf, type Found, type IdRange, type PageQuery, type TimeWindow } from './pagination.js'

/**
 * Searches history in bounded time, however long it has become. One index is walked from the newest row on, chosen
 * here and not by PostgreSQL's planner, which would go by statistics that are out of date when it matters. Values
 * that the index lacks are looked up by primary key, row by row, and compared. After `examinedAtMost` rows the search
 * ends, whatever it has found: the page is short then, and the next one goes on where this one ended.
 */
export const examinedAtMost = 10_000

/** An index that begins with workspace_id and ends with ids: its first values, and the name of its ids. */
export interface IndexWalk {
  readonly table: string
  /** The columns or expressions in between, in the index's order, with the values whose rows are walked. */
  readonly equal: Readonly<Record<string, string>>
  readonly id: string
}

/**
 * A condition of a row. If an index knows it, it can drive the search. In its SQL a `?` is the next of its values,
 * and `$1` the workspace: each table in it is narrowed by `workspace_id = $1`.
 */
export interface Condition {
  readonly sql: string
  readonly values: readonly string[]
  /** The indexes of the condition: several if each has a part of the rows, as for several values of a column. */
  readonly index?: IndexWalk | readonly IndexWalk[]
}

/** Makes the condition that an expression has one of some values. */
export function isOneOf(expression: string, values: readonly string[]): Omit<Condition, 'index'> {
  return { sql: `${expression} in (${values.map(() => '?').join(', ')})`, values }
}

export interface BoundedSearch {
  readonly workspaceId: WorkspaceId
  /** The table whose rows are listed. It is walked by its ids if no condition has an index. */
  readonly table: string
  /** The name of its rows in the columns, conditions and joins. */
  readonly alias: string
  /** The conditions. The first one with an index drives the search. */
  readonly conditions: readonly Condition[]
  /** SQL of the selected columns, the id among them. */
  readonly columns: string
  /**
   * SQL that joins further tables for the columns and conditions, by primary keys: see `byKey`. Placeholders are as
   * in a condition.
   */
  readonly join?: string
  /** The values of the join's `?`. */
  readonly joinValues?: readonly string[]
}

/**
 * Returns SQL that joins at most one row. The limit keeps the planner from joining in another way than row by row: it
 * would read the whole table if it expects many rows. The workspace is $1, as in `statement`.
 *
 * @param owner the alias of the row that has the id
 * @param key its column of the id
 */
export function byKey(table: string, alias: string, owner: string, key: string): string {
  return `left join lateral (
    select * from ${table} where workspace_id = $1 and id = ${owner}.${key} limit 1
  ) ${alias} on true`
}

/** Finds one page of a search, newest first. */
export async function searchPage<Row extends { id: Uuid }>(
  db: Knex,
  search: BoundedSearch,
  query: PageQuery,
  window: TimeWindow,
): Promise<Found<Row>> {
  return searchRange(db, search, rangeOf(query, window), { limit: query.limit })
}

/**
 * Finds one page of a search among the ids of a range.
 *
 */
export async function searchRange<Row extends { id: Uuid }>(
  db: Knex,
  search: BoundedSearch,
  range: IdRange,
  {
    limit,
    budget = examinedAtMost,
  }: {
    /** The most rows to find. */
    readonly limit: number
    /** The most rows to examine. */
    readonly budget?: number
  },
): Promise<Found<Row>> {
  const driving = search.conditions.find(({ index }) => index !== undefined)
  const filters = search.conditions.filter((condition) => condition !== driving)
  const byId = { table: search.table, equal: {}, id: 'id' }
  const walks = [driving?.index ?? byId]
    .flat()
    .map(
      (walk) => (part: IdRange, max: number) =>
        walkRange<Row>(db, { search, walk, filters }, part, { limit, budget: max }),
    )
  const [only] = walks
  return walks.length === 1 && only !== undefined
    ? only(range, budget)
    : mergeFound<Row>(walks, range, limit, budget)
}

interface Walked {
  readonly search: BoundedSearch
  readonly walk: IndexWalk
  /** The conditions that the walked index does not know. */
  readonly filters: readonly Condition[]
}

async function walkRange<Row extends { id: Uuid }>(
  db: Knex,
  { search, walk, filters }: Walked,
  { from, below }: IdRange,
  { limit, budget }: { readonly limit: number; readonly budget: number },
): Promise<Found<Row>> {
  const [fixed, compared] = parted(search, walk, Object.values(walk.equal))
  const filterValues = filters.flatMap((filter) => filter.values)
  const rows = await runSearch<Examined<Row>>(db, search, textOf(search, walk, filters), [
    ...filterValues,
    budget,
    ...fixed,
    ...[...compared, below],
    ...[...compared, from],
    budget,
    ...(search.joinValues ?? []),
    ...filterValues,
    limit + 1,
  ])
  const found = rows.filter((row) => row.found)
  const page = found.slice(0, limit)
  const end = rows.at(-1)
  if (found.length > page.length) return { rows: page, next: page.at(-1)?.id ?? null }
  return { rows: page, next: end?.budget_spent ? end.examined_id : null }
}

/**
 * Parts the columns of a walk, or their values, into those that are compared by `=` and those that are compared as
 * one row. A table of ids has only one index, so all but its last column may be in the first part. PostgreSQL before
 * 18 needs it: if the second column decides a row's comparison it walks on to the end of the first one.
 */
function parted<T>(
  search: BoundedSearch,
  walk: IndexWalk,
  columns: readonly T[],
): [fixed: T[], compared: T[]] {
  const fixed = walk.table === search.table ? 0 : columns.length - 1
  return [columns.slice(0, fixed), columns.slice(fixed)]
}

/**
 * Returns the statement. Its odd parts take choices from the planner:
 *
 * - The walked columns are compared and ordered by as one row with the id, not by `=`, so that no other index has
 *   this order. A search for a value that has become rare would else be tried along an index without it.
 * - None of them is null, which follows from the comparison, but the planner does not see it for an index of such
 *   rows only. So the statement says it.
 * - The walk's limit is a subquery, whose value the planner does not know. It then expects that only a part is read,
 *   and does not collect and sort all of it first.
 * - If the budget is spent, its last row is returned whether it matches or not, to go on from.
 */
function textOf(search: BoundedSearch, walk: IndexWalk, filters: readonly Condition[]): string {
  const { table, alias } = search
  const isOwn = walk.table === table
  /** The alias of the rows that the walk returns: the rows themselves, or ids that another table has of them. */
  const examined = isOwn ? alias : 'examined'
  const [fixed, compared] = parted(search, walk, Object.keys(walk.equal))
  const key = [...compared, walk.id]
  /** The columns that the walked rows are ordered by, under names of their own. */
  const order = [...compared.map((_, place) => `walked_${place}`), walk.id]
  const bound = key.map(() => '?').join(', ')
  const newestFirst = key.map((column) => `${column} desc`).join(', ')
  return `
    select ${search.columns}, ${examined}.id as examined_id, ${examined}.budget_spent,
      ${allOf(filters.map(({ sql }) => sql))} as found
    from (
      select ${['*', ...compared.map((sql, place) => `${sql} as walked_${place}`)].join(', ')}, ${isOwn ? '' : `${walk.id} as id,`}
        row_number() over walk = ? and lead(${walk.id}) over walk is not null as budget_spent
      from ${walk.table}
      where workspace_id = $1 and ${allOf(fixed.map((column) => `${column} = ?`))} and (${key.join(', ')}) < (${bound}) and (${key.join(', ')}) >= (${bound})
        and ${allOf(key.map((column) => `${column} is not null`))}
      window walk as (order by ${newestFirst})
      order by ${newestFirst}
      limit (select ?::integer)
    ) ${examined}
    ${isOwn ? '' : byKey(table, alias, examined, 'id')}
    ${search.join ?? ''}
    where ${allOf(filters.map(({ sql }) => `((${sql}) or ${examined}.budget_spent)`))}
    order by ${order.map((column) => `${examined}.${column} desc`).join(', ')}
    limit ?`
}

/** Returns SQL that is true if all of the conditions hold. */
export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.map((sql) => `(${sql})`).join(' and ')
}

type Examined<Row> = Row & {
  readonly examined_id: Uuid
  readonly budget_spent: boolean
  readonly found: boolean | null
}

/** Runs the SQL of a search, in which `$1` is its workspace and each `?` the next of the values. */
export function runSearch<Row>(
  db: Knex,
  { workspaceId }: BoundedSearch,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  let place = 1
  const numbered = text.replaceAll('?', () => `$${++place}`)
  return runSql<Row>(db, numbered, [workspaceId, ...values])
}
