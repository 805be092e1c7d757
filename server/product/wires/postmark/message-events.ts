import type { components } from '../../../../generated/api-types.js'
import type { components as postmark } from '../../../../generated/wires/postmark.js'

type Log = components['schemas']['MessageLog']
type Attempt = Log['attempts'][number]
type Event = postmark['schemas']['MessageEvent']

const types = {
  delivered: 'Delivered',
  deferred: 'Transient',
  bounced: 'Bounced',
  failed: 'Bounced',
} as const satisfies Record<Attempt['outcome'], Event['Type']>

/** Returns the events of a message, the oldest first: the attempts of delivery, complaints, and first opens and clicks. */
export function eventsOf(logs: readonly Log[]): Event[] {
  const events = logs.flatMap((log) => [
    ...log.attempts.map((attempt) => eventOf(log, attempt)),
    ...engagementOf(log),
  ])
  return events.toSorted((a, b) => Date.parse(a.ReceivedAt) - Date.parse(b.ReceivedAt))
}

function eventOf({ id, recipient }: Log, attempt: Attempt): Event {
  const { at, outcome, reply } = attempt
  const text = replyText(attempt)
  const type = types[outcome]
  return {
    Recipient: recipient,
    Type: type,
    ReceivedAt: at,
    Details:
      type === 'Bounced'
        ? { Summary: text, BounceID: id }
        : { DeliveryMessage: text, ...(reply !== null && { DestinationServer: reply.host }) },
  }
}

/** Returns the reply of the receiving server, with its codes, or else why there is none. */
export function replyText({ reply, error }: Pick<Attempt, 'reply' | 'error'>): string {
  if (reply === null) return error ?? ''
  const { code, enhanced_code: enhanced, text } = reply
  return [String(code), ...(enhanced === null ? [] : [enhanced]), text].join(' ')
}

function engagementOf({ recipient, complained_at: complained, engagement }: Log): Event[] {
  const happened = [
    { at: complained, type: 'SpamComplaint', summary: 'The recipient complained.' },
    { at: engagement?.first_opened_at, type: 'Opened', summary: 'The first open.' },
    { at: engagement?.first_clicked_at, type: 'LinkClicked', summary: 'The first click.' },
  ] as const
  return happened.flatMap(({ at, type, summary }) =>
    typeof at === 'string'
      ? [{ Recipient: recipient, Type: type, ReceivedAt: at, Details: { Summary: summary } }]
      : [],
  )
}
