import type { components } from '../../../../../generated/api-types.js'
import type { components as mailgun } from '../../../../../generated/wires/mailgun.js'
import { domainOf } from '../../../../../base/addresses/address.js'
import { mailboxText } from '../../../../../base/addresses/mailbox-text.js'

type Schemas = components['schemas']
type Event = mailgun['schemas']['Event']
/** The parts of a message that its events tell of. */
type Message = Pick<Schemas['Message'], 'from_email' | 'from_name' | 'subject' | 'metadata'>

/** The events about messages that Mailgun has a name for. */
export type AboutMessage = Extract<Schemas['KnownEvent'], { type: Type }>
type Type = (typeof messageTypes)[number]
export const messageTypes = [
  'message.accepted',
  'message.delivered',
  'message.deferred',
  'message.bounced',
  'message.failed',
  'message.suppressed',
  'message.complained',
  'message.opened',
  'message.clicked',
] as const

/** Tells whether an event is one that Mailgun has a name for. */
export function isMessageEvent(event: { readonly type: string }): event is AboutMessage {
  return (messageTypes as readonly string[]).includes(event.type)
}

/**
 * Translates an event into those of Mailgun, which has one for each recipient.
 *
 * @param message the message, if it is still kept
 */
export function eventOf(event: AboutMessage, message: Message | undefined): Event[] {
  const { data } = event
  const recipients = 'recipients' in data ? data.recipients.map(({ email }) => email) : [data.recipient]
  const category = data.category ?? null
  return recipients.map((recipient, index) => ({
    // A second recipient's event needs an id of its own.
    id: index === 0 ? event.id : `${event.id}.${index}`,
    timestamp: Date.parse(event.created_at) / 1000,
    recipient,
    'recipient-domain': domainOf(recipient),
    tags: category === null ? [] : [category],
    campaigns: [],
    'user-variables': message?.metadata ?? {},
    flags: { 'is-test-mode': event.environment === 'test' },
    message: { headers: headersOf(data.message_id, message, recipient) },
    ...whatHappened(event),
  }))
}

function headersOf(id: string, message: Message | undefined, to: string) {
  if (message === undefined) return { 'message-id': id, from: '', to, subject: '' }
  const { from_email: email, from_name: name, subject } = message
  return {
    // The header of the message has the same text (mail/compose/header.ts).
    'message-id': `${id}@${domainOf(email)}`,
    from: mailboxText({ email, name }),
    to,
    subject: subject ?? '',
  }
}

type WhatHappened = Pick<Event, 'event' | 'log-level'> & Partial<Event>

function whatHappened(event: AboutMessage): WhatHappened {
  switch (event.type) {
    case 'message.accepted':
      return { event: 'accepted', 'log-level': 'info' }
    case 'message.delivered':
      return { event: 'delivered', 'log-level': 'info', 'delivery-status': deliveryStatus(event.data) }
    case 'message.deferred':
      return {
        event: 'failed',
        'log-level': 'warn',
        severity: 'temporary',
        reason: 'generic',
        'delivery-status': {
          ...deliveryStatus(event.data),
          'retry-seconds': secondsBetween(event.created_at, event.data.next_attempt_at),
        },
      }
    case 'message.bounced':
    case 'message.failed':
      return {
        event: 'failed',
        'log-level': 'error',
        severity: 'permanent',
        reason: event.type === 'message.bounced' ? 'bounce' : 'generic',
        'delivery-status': {
          ...deliveryStatus(event.data),
          'bounce-type': event.data.suppressed ? 'hard' : 'soft',
        },
      }
    case 'message.suppressed':
      return {
        event: 'failed',
        'log-level': 'error',
        severity: 'permanent',
        reason: suppressedReason(event.data.reason),
        'delivery-status': {
          code: 0,
          message: `The address is suppressed: ${event.data.reason}.`,
          description: 'Not delivering to a suppressed address',
        },
      }
    case 'message.complained':
      return { event: 'complained', 'log-level': 'warn' }
    case 'message.opened':
      return { event: 'opened', 'log-level': 'info', ...reader(event.data) }
    case 'message.clicked':
      return { event: 'clicked', 'log-level': 'info', ...reader(event.data), url: event.data.url }
  }
}

function deliveryStatus({
  reply,
  error,
  attempt,
}: Pick<Schemas['DeliveryData'], 'reply' | 'error' | 'attempt'>): NonNullable<Event['delivery-status']> {
  return {
    code: reply?.code ?? 0,
    message: reply?.text ?? error ?? '',
    description: error ?? '',
    'attempt-no': attempt,
    ...(reply?.enhanced_code && { 'enhanced-code': reply.enhanced_code }),
    ...(reply && { 'mx-host': reply.host }),
  }
}

function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
}

function suppressedReason(reason: Schemas['UnsentReason']): NonNullable<Event['reason']> {
  if (reason === 'hard_bounce' || reason === 'soft_bounce') return 'suppress-bounce'
  return reason === 'complaint' ? 'suppress-complaint' : 'suppress-unsubscribe'
}

function reader({ user_agent, machine }: Pick<Schemas['OpenedData'], 'user_agent' | 'machine'>) {
  return {
    'client-info': { 'user-agent': user_agent ?? '', bot: machine ?? '' },
    // The service keeps neither the addresses nor the places of readers.
    ip: '',
    geolocation: { city: '', country: '', region: '' },
  }
}
