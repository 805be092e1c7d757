import type { components } from '../../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import { fromTypeId } from '../../../../platform/db/ids.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { cursorOf } from '../../../../platform/http/lists/pagination.js'
import { pageById, type OwnPageQuery } from '../../frame/lists/pages.js'
import type { WireOperations } from '../../frame/wire.js'

type Log = components['schemas']['MessageLog']
type Recipient = resend['schemas']['Recipient']
type Type = NonNullable<operations['listBroadcastRecipients']['parameters']['query']>['type']

interface LogPage {
  readonly data: readonly Log[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

/** Recipients of one type: what the list of logs is asked for, and which of its logs count. */
interface Selection {
  readonly query: {
    readonly statuses?: Log['status'][]
    readonly engagement?: 'opened'
  }
  readonly has?: (log: Log) => boolean
  /** Fields that recipients of this type have. */
  readonly fields?: (log: Log) => Partial<Recipient>
}

const selections: Readonly<Record<Type, Selection | string>> = {
  sent: { query: { statuses: ['queued', 'deferred', 'delivered', 'bounced', 'failed'] } },
  // Mail can bounce after a server has taken it.
  delivered: { query: { statuses: ['delivered', 'bounced'] }, has: (log) => log.delivered_at !== null },
  opened: { query: { engagement: 'opened' }, fields: (log) => ({ count: log.engagement?.opens ?? 0 }) },
  bounced: { query: { statuses: ['bounced'] }, fields: () => ({ bounce_type: 'permanent' }) },
  complained: { query: {}, has: (log) => log.complained_at !== null },
  clicked:
    "cannot be clicked, since Postseal does not count clicks by link: GET /v1/message-logs of Postseal's own API, with campaign_id and engagement=clicked, lists who clicked",
  suppressed:
    "cannot be suppressed: GET /v1/campaigns/{id}/recipients?status=skipped of Postseal's own API lists who got no mail, and why",
  unsubscribed: `cannot be unsubscribed: GET /v1/campaigns/{id}/stats of Postseal's own API has their number`,
}

/** The operation that lists the recipients of a broadcast. They are the logs of its mail. */
export const recipients = {
  listBroadcastRecipients: async ({ path: { id }, query: asked }, { call }) => {
    const { type, email, bounce_type: bounceType, ...page } = asked
    const selection = selections[type]
    if (typeof selection === 'string') throw refusedValue('/query/type', 'not_allowed', selection)
    if (bounceType !== undefined && type !== 'bounced')
      throw refusedValue('/query/bounce_type', 'not_allowed', 'needs the type bounced')
    await call('retrieveCampaign', { path: { id } })
    if (bounceType !== undefined && bounceType !== 'permanent')
      return { status: 200, body: { object: 'list', has_more: false, data: [] } }
    const only = { ...selection.query, campaign_id: id, ...(email !== undefined && { recipient: email }) }
    const list = filled(
      selection,
      async (query) => (await call('listMessageLogs', { query: { ...only, ...query } })).body,
    )
    const { data, has_more } = await pageById(page, 'log', list)
    const shown = data.map((log) => ({
      id: log.id,
      contact_id: null,
      email: log.recipient,
      ...selection.fields?.(log),
    }))
    return { status: 200, body: { object: 'list', has_more, data: shown } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

/** The most pages of logs that are read for one page of recipients. */
const maxReads = 50

/**
 * Returns a reader of whole pages: the list of logs can have short or empty ones that are not the last, and some of its
 * logs do not count. Clients go on from the last recipient of a page, so that it cannot be empty.
 *
 * @throws ApiError 422 `validation_failed` if many pages have no recipient that counts
 */
function filled({ has = () => true }: Selection, list: (query: OwnPageQuery) => Promise<LogPage>) {
  return async ({ limit, ...query }: OwnPageQuery): Promise<LogPage> => {
    const kept: Log[] = []
    let { cursor } = query
    for (let read = 0; read < maxReads; read += 1) {
      const page = await list({ ...query, limit: 100, ...(cursor !== undefined && { cursor }) })
      kept.push(...page.data.filter(has))
      if (kept.length > limit || (kept.length === limit && page.has_more)) return cut(kept, limit)
      if (page.next_cursor === null) return { data: kept, has_more: false, next_cursor: null }
      cursor = page.next_cursor
    }
    if (kept.length > 0) return cut(kept, kept.length)
    throw refusedValue('/query/type', 'too_many', 'has none among the next 5,000 recipients: name an email')
  }
}

/** Returns the first logs as a page that is not the last. */
function cut(logs: readonly Log[], limit: number): LogPage {
  const data = logs.slice(0, limit)
  return { data, has_more: true, next_cursor: cursorOf(fromTypeId('log', data.at(-1)?.id ?? '')) }
}
