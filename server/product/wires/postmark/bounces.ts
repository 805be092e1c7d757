import type { components } from '../../../../generated/api-types.js'
import type { components as postmark, operations } from '../../../../generated/wires/postmark.js'
import type { Calls } from '../../../../generated/wires/postmark-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { pageByOffset } from '../frame/lists/offset-pages.js'
import type { WireOperations, WireService } from '../frame/wire.js'
import { bounceTypeOf, bounceTypes } from '../../webhooks/formats/postmark/bounce-types.js'
import { finding, notFound } from './codes.js'
import { replyText } from './message-events.js'
import { streamId } from './streams.js'
import { periodOf } from './times.js'

type Log = components['schemas']['MessageLog']
type Bounce = postmark['schemas']['Bounce']

/** The operations of Postmark's bounces. They are message logs that say that mail bounced. */
export const bounces = {
  listBounces: async ({ query }, { call }) => {
    const { count, offset, emailFilter: recipient, tag, messageID } = query
    const filter = {
      status: 'bounced' as const,
      ...periodOf(query),
      ...(recipient !== undefined && { recipient }),
      ...(tag !== undefined && { category: tag }),
      ...(messageID !== undefined && { message_id: messageID }),
    }
    const { data, total } = await pageByOffset(
      { count, offset },
      async (page) => (await call('listMessageLogs', { query: { ...filter, ...page } })).body,
    )
    return { status: 200, body: { TotalCount: total, Bounces: data.map(bounceOf) } }
  },

  getBounce: async ({ path: { id } }, service) => {
    return { status: 200, body: bounceOf(await bouncedLog(id, service)) }
  },

  activateBounce: async ({ path: { id }, idempotencyKey }, service) => {
    const log = await bouncedLog(id, service)
    const query = { email: log.recipient, limit: 1 }
    const [suppression] = (await service.call('listSuppressions', { query })).body.data
    if (suppression !== undefined) {
      const path = { id: suppression.id }
      await service.call('deleteSuppression', { path, idempotencyKey })
    }
    return { status: 200, body: { Message: 'OK', Bounce: bounceOf(log) } }
  },

  getDeliveryStats: async (_request, { call }) => {
    const { total } = (await call('retrieveStatistics', { query: {} })).body
    const counts = new Map<Bounce['Type'], number>()
    for (const [given, count] of Object.entries(total.bounced_by_class)) {
      const type = bounceTypeOf(given as components['schemas']['BounceClass'])
      counts.set(type, (counts.get(type) ?? 0) + count)
    }
    const kinds = [...counts].map(([Type, Count]) => ({ Type, Name: bounceTypes[Type][1], Count }))
    return { status: 200, body: { Bounces: [{ Name: 'All', Count: total.bounced }, ...kinds] } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

async function bouncedLog(id: string, { call }: WireService<'retrieveMessageLog'>): Promise<Log> {
  return finding(
    notFound.bounce,
    call('retrieveMessageLog', { path: { id } }).then(({ body }) => {
      if (body.status !== 'bounced') throw new ApiError('not_found', 'There is no such bounce.')
      return body
    }),
  )
}

function bounceOf(log: Log): Bounce {
  const attempt = log.attempts.findLast(({ outcome }) => outcome === 'bounced')
  const Type = bounceTypeOf(attempt?.class ?? null)
  const [TypeCode, Name] = bounceTypes[Type]
  return {
    RecordType: 'Bounce',
    ID: log.id,
    Type,
    TypeCode,
    Name,
    Tag: log.category ?? '',
    MessageID: log.message_id,
    Description: attempt?.class?.replaceAll('_', ' ') ?? '',
    Details: attempt === undefined ? (log.last_reply?.text ?? '') : replyText(attempt),
    Email: log.recipient,
    From: log.from_email,
    BouncedAt: attempt?.at ?? log.updated_at,
    DumpAvailable: false,
    Subject: log.subject,
    MessageStream: streamId(log.stream),
  }
}
