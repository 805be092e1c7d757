import type { components } from '../../../../generated/api-types.js'
import type { components as postmark, operations } from '../../../../generated/wires/postmark.js'
import type { Calls } from '../../../../generated/wires/postmark-calls.js'
import { shownAddress } from '../frame/texts/addresses.js'
import { pageByOffset } from '../frame/lists/offset-pages.js'
import { ifFound } from '../frame/outcomes.js'
import type { WireOperations } from '../frame/wire.js'
import { finding, notFound } from './codes.js'
import { eventsOf } from './message-events.js'
import { streamId } from './streams.js'
import { periodOf } from './times.js'

type Message = components['schemas']['Message']
type Statuses = Message['status'][]
type Shown = postmark['schemas']['Message']

const waiting: Statuses = ['scheduled', 'queued']
const done: Statuses = ['delivered', 'partially_delivered', 'failed', 'cancelled']

/** The operations of Postmark's sent messages. */
export const messages = {
  listMessages: async ({ query }, { call }) => {
    const { count, offset, recipient, fromemail, tag, status, subject } = query
    const filter = {
      ...periodOf(query),
      ...(recipient !== undefined && { recipient }),
      ...(fromemail !== undefined && { from_email: fromemail }),
      ...(tag !== undefined && { category: tag }),
      ...(status !== undefined && { statuses: status === 'queued' ? waiting : done }),
      ...(subject !== undefined && { subject }),
    }
    const { data, total } = await pageByOffset(
      { count, offset },
      async (page) => (await call('listMessages', { query: { ...filter, ...page } })).body,
    )
    return { status: 200, body: { TotalCount: total, Messages: data.map(messageOf) } }
  },

  getMessage: async ({ path: { id } }, { call }) => {
    const { body: message } = await finding(notFound.message, call('retrieveMessage', { path: { id } }))
    const content = await ifFound(call('retrieveMessageContent', { path: { id } }))
    const { data: logs } = (await call('listMessageLogs', { query: { message_id: id, limit: 100 } })).body
    return {
      status: 200,
      body: {
        ...messageOf(message),
        MessageStream: streamId(logs[0]?.stream ?? 'transactional'),
        Attachments: content?.body.attachments.map(({ filename }) => filename) ?? [],
        TextBody: content?.body.text ?? null,
        HtmlBody: content?.body.html ?? null,
        MessageEvents: eventsOf(logs),
      },
    }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function messageOf(message: Message): Shown {
  const { recipients } = message
  const people = (kind: Message['recipients'][number]['kind']) =>
    recipients
      .filter((recipient) => recipient.kind === kind)
      .map(({ email, name }) => ({ Email: email, Name: name ?? '' }))
  return {
    MessageID: message.id,
    Tag: message.category ?? '',
    To: people('to'),
    Cc: people('cc'),
    Bcc: people('bcc'),
    Recipients: recipients.map(({ email }) => email),
    ReceivedAt: message.created_at,
    From: shownAddress({ email: message.from_email, name: message.from_name }),
    Subject: message.subject,
    Status: waiting.includes(message.status) ? 'Queued' : 'Sent',
    Metadata: message.metadata,
    Sandboxed: message.environment === 'test',
  }
}
