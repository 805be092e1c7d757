import type { components } from '../../../../../generated/api-types.js'
import type { operations } from '../../../../../generated/wires/mailgun.js'
import type { Calls } from '../../../../../generated/wires/mailgun-calls.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { eventOf, isMessageEvent, type AboutMessage } from '../../../webhooks/formats/mailgun/event-of.js'
import { ifFound } from '../../frame/outcomes.js'
import type { WireOperations, WireService } from '../../frame/wire.js'
import { timeOf } from '../times.js'
import { typesOf } from './event-names.js'
import { readPage, writePage, type PageQuery } from './page.js'

type Message = components['schemas']['Message']
type Query = NonNullable<operations['listEvents']['parameters']['query']>
type Service = WireService<'listEvents' | 'followEvents' | 'retrieveMessage'>

/** The max events on a page of the service's own lists. */
const maxPage = 100

/** The operations of Mailgun's events. */
export const events = {
  listEvents: async ({ path: { domain }, query, base }, service) =>
    page(`${base}/v3/${encodeURIComponent(domain)}/events`, pageQueryOf(query), service),

  listEventsOfPage: async ({ path: { domain, page: token }, base }, service) =>
    page(`${base}/v3/${encodeURIComponent(domain)}/events`, readPage(token), service),
} satisfies Partial<WireOperations<operations, Calls>>

/**
 * Translates the query of a list. Mailgun's lists run from `begin` to `end`: to older events if `end` is before it.
 *
 * @throws ApiError 422 `validation_failed`
 */
function pageQueryOf(query: Query): PageQuery {
  const { begin, end, ascending, limit = maxPage, event, severity, recipient, tags } = query
  const first = begin === undefined ? undefined : timeOf(begin, '/query/begin')
  const last = end === undefined ? undefined : timeOf(end, '/query/end')
  const isAscending =
    ascending === undefined
      ? first !== undefined && last !== undefined && first < last
      : ascending === 'yes' || ascending === 'true'
  if (isAscending && first === undefined)
    throw refusedValue('/query/begin', 'required', 'is required for a list with the oldest events first')
  const [since, until] = [first, last].toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))
  const bounds = isAscending
    ? { since: first, until: last }
    : last === undefined
      ? { until: first }
      : { since, until }
  const id = query['message-id']
  return {
    isAscending,
    limit: Math.min(limit, maxPage),
    types: typesOf(event, severity),
    ...(bounds.since !== undefined && { since: bounds.since }),
    ...(bounds.until !== undefined && { until: bounds.until }),
    ...(recipient !== undefined && { recipient }),
    ...(tags !== undefined && { category: tags }),
    ...(id !== undefined && { message_id: id.replace(/^<|>$/g, '').replace(/@.*$/, '') }),
  }
}

/** Reads a page of events, and what each says about its message. */
async function page(at: string, query: PageQuery, service: Service) {
  const { data, next } = query.cursor === null ? { data: [], next: null } : await read(query, service)
  const messages = new Map<string, Message | undefined>()
  const items = []
  for (const event of data) {
    const { message_id: id } = event.data
    if (!messages.has(id))
      messages.set(id, (await ifFound(service.call('retrieveMessage', { path: { id } })))?.body)
    items.push(...eventOf(event, messages.get(id)))
  }
  const link = (cursor: PageQuery['cursor']) => `${at}/${writePage({ ...query, cursor })}`
  const first = link(undefined)
  const paging = { first, last: link(null), previous: first, next: link(next) }
  return { status: 200, body: { items, paging } } as const
}

async function read({ isAscending, cursor, until, ...query }: PageQuery, { call }: Service) {
  if (isAscending) {
    const after = typeof cursor === 'string' ? { after: cursor } : {}
    const { body } = await call('followEvents', { query: { ...query, ...after, wait: 0 } })
    const events = body.data.filter(isMessageEvent)
    const isPast = (event: AboutMessage) => until !== undefined && event.created_at > until
    // Clients ask for the next page until one has no events. Those that come later are on it then.
    return { data: events.filter((event) => !isPast(event)), next: body.next_cursor }
  }
  const paged = typeof cursor === 'string' ? { cursor } : {}
  const { body } = await call('listEvents', {
    query: { ...query, ...paged, ...(until !== undefined && { until }) },
  })
  return { data: body.data.filter(isMessageEvent), next: body.next_cursor }
}
