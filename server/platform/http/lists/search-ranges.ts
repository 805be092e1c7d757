import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { searchRange, type BoundedSearch } from './bounded-walk.js'
import type { Found, IdRange } from './pagination.js'

/**
 * The max rows that are examined for a page of a search by words, one range after the other, not counting those of
 * the first one: to look for words in a row takes longer than to compare a column.
 */
export const examinedInRanges = 5_000

/** A search, and the ranges that its matches can only be in. */
export interface RangedSearch {
  readonly search: BoundedSearch
  /** The ranges, the newest first. */
  readonly ranges: readonly IdRange[]
  /** The id below which there may be more; null if these are all. */
  readonly rest: Uuid | null
}

/**
 * Finds one page of a search that has been narrowed to ranges of ids, of about as many rows each. The table is walked
 * by its ids, whatever indexes the conditions have.
 *
 * @param rowsOf the approximate number of rows of a range
 */
export async function searchRanges<Row extends { id: Uuid }>(
  db: Knex,
  { search, ranges, rest }: RangedSearch,
  limit: number,
  rowsOf: number,
): Promise<Found<Row>> {
  const plain = { ...search, conditions: search.conditions.map(({ sql, values }) => ({ sql, values })) }
  const rows: Row[] = []
  let budget = examinedInRanges
  for (const [at, range] of ranges.entries()) {
    const before = ranges[at - 1]
    if (before !== undefined && (budget <= 0 || rows.length >= limit)) return { rows, next: before.from }
    const found = await searchRange<Row>(db, plain, range, {
      limit: limit - rows.length,
      budget: Math.max(budget, 1),
    })
    rows.push(...found.rows)
    if (found.next !== null) return { rows, next: found.next }
    budget -= rowsOf
  }
  return { rows, next: rest }
}
