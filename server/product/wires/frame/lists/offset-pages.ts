import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import type { OwnPageQuery } from './pages.js'

/** The query of a list that other services page by the number of items to pass over. */
export interface OffsetQuery {
  readonly count?: number
  readonly offset?: number
}

interface OwnPage<Item> {
  readonly data: readonly Item[]
  readonly next_cursor: string | null
}

interface OffsetPage<Item> {
  readonly data: Item[]
  /** The number of items up to the end of the page, and one more if there are others. Exact on the last page. */
  readonly total: number
}

/** The items of a list that can be reached, which bounds how much of it one request reads. */
export const furthestItem = 2000
const pageSize = 100

/**
 * Reads a page of one of the service's own lists, which go from one cursor to the next, after a number of newer items.
 *
 * @param list reads a page of the list
 * @throws ApiError 422 `validation_failed` if the page ends beyond the furthest item
 */
export async function pageByOffset<Item>(
  { count = 100, offset = 0 }: OffsetQuery,
  list: (query: OwnPageQuery) => Promise<OwnPage<Item>>,
): Promise<OffsetPage<Item>> {
  const end = offset + count
  if (end > furthestItem) {
    const message = `and the page size reach beyond the newest ${furthestItem} items: narrow the list by dates, or page by cursors of Postseal's own API`
    throw refusedValue('/query/offset', 'too_far', message)
  }
  const read: Item[] = []
  let cursor: string | null = null
  do {
    const limit = Math.min(pageSize, end - read.length)
    const page: OwnPage<Item> = await list({ limit, ...(cursor !== null && { cursor }) })
    read.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null && read.length < end)
  return { data: read.slice(offset, end), total: read.length + (cursor === null ? 0 : 1) }
}
