/** The part of a list's query, and of its reply, that pages need. */
interface OwnPageQuery {
  readonly limit: number
  readonly cursor?: string
}
interface OwnPage<Item> {
  readonly data: readonly Item[]
  readonly next_cursor: string | null
}

/** The page of a list that other services page by the number of items before it. */
interface OffsetPage {
  readonly limit: number
  readonly offset: number
}

const pageSize = 100
/** The max pages of the service's own list that are read for one page: 5,000 items before it, and 500 on it. */
const maxPages = 55

/**
 * Reads a page of one of the service's own lists, newest first. These have no offsets, so the list is read from its
 * newest item on.
 *
 * @param list reads a page of the list
 */
export async function pageByOffset<Item>(
  { limit, offset }: OffsetPage,
  list: (query: OwnPageQuery) => Promise<OwnPage<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  for (let read = 0; read < maxPages && items.length < offset + limit; read += 1) {
    const rest = Math.min(pageSize, offset + limit - items.length)
    const page: OwnPage<Item> = await list({ limit: rest, ...(cursor !== null && { cursor }) })
    items.push(...page.data)
    cursor = page.next_cursor
    if (cursor === null) break
  }
  return items.slice(offset, offset + limit)
}
