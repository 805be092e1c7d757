import { hashKey, useQuery } from '@tanstack/preact-query'
import { useParams } from '../state/location.js'

/** One page of a list, as the SDK has it. */
interface ListPage<Row> {
  readonly data: Row[]
  readonly body: { readonly next_cursor: string | null; readonly has_more: boolean }
}

/** Ways to the other pages of a list. */
export interface Pages {
  readonly onNext?: () => void
  readonly onFirst?: () => void
  readonly note?: string
}

/** The part of a list that a table shows. */
export interface List<Row> {
  /** Undefined while the first page loads. */
  readonly rows: readonly Row[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly pages: Pages
  /** Time at which the rows were loaded, in milliseconds since 1970. */
  readonly updatedAt: number
  readonly isFirstPage: boolean
}

/** Maximum number of parts of a list that are looked through for one page, as long as no row is found. */
const maxParts = 20

/** Requests one page: up to `limit` rows that pass the filter, starting at the cursor. */
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
 * Loads a list page by page. The cursor of the page is in the address.
 *
 * @param name the beginning of the query key; the filter follows
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
      // If few rows pass a filter, the service looks through only a part of them per request.
      for (let parts = 1; parts < maxParts && page.data.length === 0; parts++) {
        const { has_more, next_cursor } = page.body
        if (!has_more || next_cursor === null) break
        page = await pageAt(next_cursor)
      }
      return { rows: page.data, next: page.body.has_more ? page.body.next_cursor : null }
    },
    // The previous page stays on screen until the next one is there, but not for another project or other filters.
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
