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

/**
 * A list, page by page. The cursor of the page is in the address.
 *
 * @param key names the list and its filters
 * @param ask asks for the page at a cursor; without one for the first
 */
export function useList<Row>(
  key: readonly unknown[],
  ask: (cursor: { cursor?: string }, options: { signal: AbortSignal }) => PromiseLike<ListPage<Row>>,
  options: { readonly enabled?: boolean; readonly refetchInterval?: number } = {},
): List<Row> {
  const { params, change } = useParams()
  const { cursor } = params
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: [...key, { cursor }],
    queryFn: async ({ signal }) => {
      let page = await ask(cursor === undefined ? {} : { cursor }, { signal })
      // Where few rows pass a filter, the service looks through a part of them at a time.
      for (let parts = 1; parts < maxParts && page.data.length === 0; parts++) {
        const { has_more, next_cursor } = page.body
        if (!has_more || next_cursor === null) break
        page = await ask({ cursor: next_cursor }, { signal })
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
