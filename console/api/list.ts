import { hashKey, useQuery } from '@tanstack/preact-query'
import { useParams } from '../state/location.js'

/** One page of a list, as the SDK has it. */
interface ListPage<Row> {
  readonly data: Row[]
  readonly body: { readonly next_cursor: string | null; readonly has_more: boolean }
}

/** How to go on in a list. */
export interface Pages {
  readonly onNext?: () => void
  readonly onFirst?: () => void
  readonly note?: string
}

/** What a table shows of a list. */
export interface List<Row> {
  /** Undefined while the first page loads. */
  readonly rows: readonly Row[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly pages: Pages
  /** Milliseconds since 1970: how old what is shown is. */
  readonly updatedAt: number
  readonly isFirstPage: boolean
}

/** How many parts without a row are looked through by themselves. */
const maxParts = 20

/** Asks for one page: a number of rows that pass the filter, from the cursor on. */
export type Ask<Row, Filter> = (
  query: Filter & { readonly limit: number; readonly cursor?: string },
  options: { readonly signal: AbortSignal },
) => PromiseLike<ListPage<Row>>

export interface ListOptions<Filter> {
  readonly filter?: Filter
  /** Rows of a page; 50 by default. */
  readonly limit?: number
  readonly enabled?: boolean
  readonly refetchInterval?: number
}

/**
 * A list, page by page. The cursor of the page is in the address.
 *
 * @param name what its query's key begins with; the filter follows
 */
export function useList<Row, Filter extends object = object>(
  name: readonly unknown[],
  ask: Ask<Row, Filter>,
  { filter, limit = 50, ...options }: ListOptions<Filter> = {},
): List<Row> {
  const key = filter === undefined ? name : [...name, filter]
  const { params, change } = useParams()
  const { cursor } = params
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: [...key, { cursor }],
    queryFn: async ({ signal }) => {
      const pageAt = (from: string | undefined) =>
        ask({ ...(filter as Filter), limit, ...(from !== undefined && { cursor: from }) }, { signal })
      let page = await pageAt(cursor)
      // Where few rows pass a filter, the service looks through a part of them at a time.
      for (let parts = 1; parts < maxParts && page.data.length === 0; parts++) {
        const { has_more, next_cursor } = page.body
        if (!has_more || next_cursor === null) break
        page = await pageAt(next_cursor)
      }
      return { rows: page.data, next: page.body.has_more ? page.body.next_cursor : null }
    },
    // The page before stays until the next one is there, but not for another project or other filters.
    placeholderData: (before, query) =>
      hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(key) ? before : undefined,
    ...options,
  })
  const next = data?.next
  return {
    rows: data?.rows,
    error,
    onRetry: () => void refetch(),
    updatedAt: dataUpdatedAt,
    isFirstPage: cursor === undefined,
    pages: {
      ...(typeof next === 'string' && { onNext: () => change({ cursor: next }) }),
      ...(cursor !== undefined && { onFirst: () => change({}) }),
      ...(data?.rows.length === 0 &&
        typeof next === 'string' && { note: 'None so far. The next page looks further.' }),
    },
  }
}
