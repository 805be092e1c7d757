import type { components } from '../../../generated/api-types.js'
import type { MessageView } from '../../../server/operate/sink/kept/view-cache.js'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'
import { call, type ApiReply } from '../api/api.js'
import { until } from '../time/until.js'

/** Sending through a service, and looking at what became of it from outside. */

type Schemas = components['schemas']
export type Log = Schemas['MessageLog']
export type AcceptedMessage = Schemas['AcceptedMessage']

/** A service as these helpers need it. */
export interface Sending {
  readonly url: string
  readonly credentials: FirstCredentials
}

/** A message for the live project. */
export function messageTo(
  service: Sending,
  to: string | readonly string[],
  more: Partial<Schemas['SendMessageRequest']> = {},
): Schemas['SendMessageRequest'] {
  return {
    project_id: service.credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [to].flat().map((email) => ({ email })),
    subject: 'Hello',
    text: 'It works.',
    ...more,
  }
}

/** Sends with the live key and insists on the 202. */
export async function send(
  service: Sending,
  to: string | readonly string[],
  more: Partial<Schemas['SendMessageRequest']> = {},
): Promise<AcceptedMessage> {
  const reply = await call(service.url, 'post', '/v1/messages', {
    key: service.credentials.project_key,
    body: messageTo(service, to, more),
  })
  if (reply.status !== 202) throw new Error(`not accepted: ${reply.status} ${reply.text}`)
  return reply.body as AcceptedMessage
}

/** Asks with the live key. */
export function read(service: Sending, path: string): Promise<ApiReply> {
  return call(service.url, 'get', path, { key: service.credentials.project_key })
}

export async function logsOf(service: Sending, message: { id: string }): Promise<Log[]> {
  const reply = await read(service, `/v1/message-logs?message_id=${message.id}&limit=100`)
  return (reply.body as Schemas['MessageLogList']).data
}

export async function eventsOf(service: Sending, message: { id: string }): Promise<Schemas['OtherEvent'][]> {
  const events = await allPages<Schemas['OtherEvent']>(service, '/v1/events')
  return events.filter((event) => event.data['message_id'] === message.id).reverse()
}

/** Waits for the log of a message to one recipient to be as asked. */
export function untilLog(
  service: Sending,
  message: { id: string },
  is: (log: Log) => boolean,
  what: string,
): Promise<Log> {
  return until(async () => {
    const [log] = await logsOf(service, message)
    return log !== undefined && is(log) && log
  }, what)
}

/** Every row of a list. */
export async function allPages<Row>(service: Sending, path: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor = ''
  for (;;) {
    const reply = await read(service, `${path}?limit=100${cursor}`)
    const page = reply.body as { data: Row[]; next_cursor: string | null }
    rows.push(...page.data)
    if (page.next_cursor === null) return rows
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

/** Everything in the sink, or what came for one recipient, newest first. */
export async function inbox(url: string, to?: string): Promise<MessageView[]> {
  const mails: MessageView[] = []
  let cursor = ''
  for (;;) {
    const query = `limit=500${to === undefined ? '' : `&to=${encodeURIComponent(to)}`}${cursor}`
    const reply = await fetch(`${url}/sink/messages?${query}`)
    if (!reply.ok) throw new Error(`the sink answered ${reply.status}`)
    const page = (await reply.json()) as { data: MessageView[]; next_cursor: string | null }
    mails.push(...page.data)
    if (page.next_cursor === null) return mails
    cursor = `&cursor=${page.next_cursor}`
  }
}

/** The exact bytes that the sink got. */
export async function rawMail(url: string, mail: { id: string }): Promise<Buffer> {
  const reply = await fetch(`${url}/sink/messages/${mail.id}/raw`)
  if (!reply.ok) throw new Error(`the sink answered ${reply.status}`)
  return Buffer.from(await reply.arrayBuffer())
}
