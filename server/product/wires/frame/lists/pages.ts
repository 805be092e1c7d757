import { fromTypeId, timeOf, type Prefix, type Uuid } from '../../../../platform/db/ids.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { cursorOf } from '../../../../platform/http/lists/pagination.js'

/** The query of a list that other services page by the ids of items. */
export interface IdPageQuery {
  readonly limit?: number
  /** The id of an item; the page begins with the next older one. */
  readonly after?: string
  /** The id of an item; the page ends with the next newer one. */
  readonly before?: string
}

/** The part of a list's query, and of its reply, that pages need. */
export interface OwnPageQuery {
  readonly limit: number
  readonly cursor?: string
  readonly since?: string
}
interface OwnPage<Item> {
  readonly data: readonly Item[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

/** The default number of items on a page. */
const defaultLimit = 20
/** The max pages of the service's own list that are read for one page before an item. */
const maxPages = 20
const pageSize = 100

/**
 * Reads a page of one of the service's own lists, newest first. The cursor of a list is made of the last id of a page,
 * so any item's id is as good. The lists go to older items only: for a page before an item they are read from the newest
 * item on.
 *
 * @param list reads a page of the list
 * @throws ApiError 422 `validation_failed` if `after` or `before` is no id of the list, or `before` is too far back
 */
export async function pageById<Item extends { readonly id: string }>(
  { limit = defaultLimit, after, before }: IdPageQuery,
  prefix: Prefix,
  list: (query: OwnPageQuery) => Promise<OwnPage<Item>>,
): Promise<{ data: Item[]; has_more: boolean }> {
  if (before === undefined) {
    const cursor = after === undefined ? undefined : cursorOf(idOf(prefix, after, 'after'))
    const page = await list({ limit, ...(cursor !== undefined && { cursor }) })
    return { data: [...page.data], has_more: page.has_more }
  }
  const end = idOf(prefix, before, 'before')
  const kept: Item[] = []
  let count = 0
  let cursor: string | null = null
  for (let read = 0; read < maxPages; read += 1) {
    const page: OwnPage<Item> = await list({
      limit: pageSize,
      since: timeOf(end).toISOString(),
      ...(cursor !== null && { cursor }),
    })
    const newer = page.data.filter(({ id }) => fromTypeId(prefix, id) > end)
    kept.push(...newer)
    count += newer.length
    kept.splice(0, Math.max(0, kept.length - limit))
    if (page.next_cursor === null || newer.length < page.data.length)
      return { data: kept, has_more: count > kept.length }
    cursor = page.next_cursor
  }
  const message = `has more than ${maxPages * pageSize} newer items: page with after instead`
  throw refusedValue('/query/before', 'too_far', message)
}

function idOf(prefix: Prefix, id: string, parameter: 'after' | 'before'): Uuid {
  try {
    return fromTypeId(prefix, id)
  } catch {
    throw refusedValue(`/query/${parameter}`, 'not_found', 'is not the id of an item of this list')
  }
}
