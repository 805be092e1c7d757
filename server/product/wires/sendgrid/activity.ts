import type { components } from '../../../../generated/api-types.js'
import type { components as sendgrid, operations } from '../../../../generated/wires/sendgrid.js'
import type { Calls } from '../../../../generated/wires/sendgrid-calls.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { pageByOffset } from '../frame/lists/offset-pages.js'
import type { WireOperations } from '../frame/wire.js'

type Log = components['schemas']['MessageLog']
type Activity = sendgrid['schemas']['Activity']

/** The operations of SendGrid's activity of messages. */
export const activity = {
  listMessages: async ({ query: { query, limit = 10 } }, { call }) => {
    const asked = query === undefined ? {} : conditionsOf(query)
    const logs = pageByOffset({ count: limit }, async (page) => {
      const { body } = await call('listMessageLogs', { query: { ...page, ...asked } })
      return body
    })
    return { status: 200, body: { messages: (await withOwnNames(logs)).data.map(shown) } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

type Filter = 'message_id' | 'recipient' | 'from_email'

/** The filters of the service's own list, by the fields of SendGrid's queries. */
const filters: ReadonlyMap<string, Filter> = new Map([
  ['msg_id', 'message_id'],
  ['to_email', 'recipient'],
  ['from_email', 'from_email'],
] as const)

/**
 * Reads the conditions of a query.
 *
 * @throws ApiError 422 `validation_failed` for conditions that the service's own list does not have
 */
function conditionsOf(query: string): Partial<Record<Filter, string>> {
  const conditions = query.split(/ AND /i).map((text) => {
    const [, field = '', double, single] = /^\s*(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*$/.exec(text) ?? []
    return [filters.get(field), double ?? single ?? ''] as const
  })
  const names = new Set(conditions.map(([filter]) => filter))
  if (names.has(undefined) || names.size < conditions.length) {
    const problem = 'takes msg_id="…", to_email="…" and from_email="…", each once, with AND between them'
    throw refusedValue('/query/query', 'syntax', problem)
  }
  return Object.fromEntries(conditions) as Partial<Record<Filter, string>>
}

/** Names the query in the mistakes of a call, which has a filter for each condition. */
async function withOwnNames<Reply>(calling: Promise<Reply>): Promise<Reply> {
  try {
    return await calling
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    throw refusedValue('/query/query', 'format', 'has a value that is no msg_id or no address')
  }
}

const statuses: Readonly<Record<Log['status'], Activity['status']>> = {
  scheduled: 'processed',
  queued: 'processed',
  deferred: 'processed',
  delivered: 'delivered',
  bounced: 'not_delivered',
  failed: 'not_delivered',
  suppressed: 'not_delivered',
  cancelled: 'not_delivered',
}

function shown({
  message_id,
  from_email,
  recipient,
  subject,
  status,
  engagement,
  updated_at,
}: Log): Activity {
  return {
    msg_id: message_id,
    from_email,
    to_email: recipient,
    subject,
    status: statuses[status],
    opens_count: engagement?.opens ?? null,
    clicks_count: engagement?.clicks ?? null,
    last_event_time: updated_at,
  }
}
