import { ServiceAway } from './errors.js'
import type { ApiRequest } from './request.js'
import { sendForText, type Sending } from './send.js'
import type { Service } from './service.js'

/** The rows of a page. */
export type Page = readonly unknown[]

/** The maximum number of rows in a page. */
const largestPage = 100

/**
 * Yields the pages of a list one by one. Requests each page after the caller has used the page before it.
 *
 * @param max the number of rows to stop after
 */
export async function* pagesOf(
  service: Service,
  request: ApiRequest,
  sending: Sending,
  max: number,
): AsyncGenerator<Page> {
  const { target } = request
  const url = new URL(target, service.baseUrl)
  if (!url.searchParams.has('limit')) url.searchParams.set('limit', String(Math.min(max, largestPage)))
  for (let left = max; left > 0;) {
    const text = await sendForText(service, { ...request, target: url.pathname + url.search }, sending)
    const { data, has_more: hasMore, next_cursor: next } = pageIn(text)
    yield data.slice(0, left)
    left -= data.length
    if (hasMore !== true || typeof next !== 'string' || next === url.searchParams.get('cursor')) return
    url.searchParams.set('cursor', next)
  }
}

function pageIn(text: string): { data: Page; has_more?: unknown; next_cursor?: unknown } {
  try {
    const page = JSON.parse(text) as { data?: unknown }
    if (Array.isArray(page.data)) return { ...page, data: page.data }
  } catch {
    // The error is reported below.
  }
  throw new ServiceAway('The reply is not a page of a list. Is this the address of a Postseal service?')
}
