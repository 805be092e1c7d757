import type { Uuid } from '../../db/ids.js'
import type { Found, IdRange } from './pagination.js'

/** Searches a range of ids, and looks at no more than `budget` rows. */
export type RangeSearch<Row> = (range: IdRange, budget: number) => Promise<Found<Row>>

/**
 * Finds one page of the rows that several searches find together, newest first: one search for each value of a
 * filter, each along its own part of an index. They share the budget, and each goes no further back than the place
 * where the rows of the searches before can end the page.
 */
export async function mergeFound<Row extends { id: Uuid }>(
  searches: readonly RangeSearch<Row>[],
  { from, below }: IdRange,
  limit: number,
  budget: number,
): Promise<Found<Row>> {
  const each = Math.max(1, Math.floor(budget / searches.length))
  const rows = new Map<Uuid, Row>()
  /** The id from which on all searches have found all matches. */
  let known = from
  let next: Uuid | null = null
  for (const search of searches) {
    // The searches run one after the other: a request holds one connection at a time.
    const found = await search({ from: known, below }, each)
    // A row whose value changes meanwhile may be found twice.
    for (const row of found.rows) rows.set(row.id, row)
    if (found.next !== null) known = next = found.next
  }
  const newestFirst = [...rows.values()]
    .filter(({ id }) => id >= known)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const page = newestFirst.slice(0, limit)
  return { rows: page, next: newestFirst.length > page.length ? (page.at(-1)?.id ?? null) : next }
}
