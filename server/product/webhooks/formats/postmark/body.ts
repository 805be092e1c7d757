import type { translatedTypes } from '../../../../../base/contract/translated-types.js'
import type { components } from '../../../../../generated/api-types.js'
import { timeOf } from '../../../../platform/db/ids.js'
import type { EventData } from '../../../../platform/events/event-types.js'
import type { EventRow } from '../../../../platform/events/present-event.js'
import { replyText } from '../reply-text.js'
import type { Subjects } from '../subjects.js'
import { bounceTypeOf, bounceTypes, type BounceType } from './bounce-types.js'
import { subscriptionChange, suppressionChange } from './subscription-change.js'
import { ofMessage } from './of-message.js'

/**
 * Translates events into the webhooks of Postmark, as its public documentation and its Node.js client describe them.
 * Anything that is not known, or no longer retained, is an empty text. Numbers of servers are left out: the service
 * has none.
 */

type Schemas = components['schemas']
type TranslatedType = (typeof translatedTypes.postmark)[number]

/** An event of one type. */
export interface EventOf<Data> {
  /** When it happened, as in RFC 3339. */
  readonly at: string
  readonly data: Data
  readonly subjects: Subjects
}

interface Translation<Type extends TranslatedType> {
  /** Postmark's name of the kind of webhook. */
  readonly record: string
  readonly fields: (event: EventOf<EventData[Type]>) => object
}

/** The translation of each event type. */
export const postmarkEvents: { readonly [Type in TranslatedType]: Translation<Type> } = {
  'message.deferred': {
    record: 'Bounce',
    // An address that mail waits for takes mail still.
    fields: (event) => bounce(event, 'Transient', { Inactive: false, Details: replyText(event.data) }),
  },
  'message.delivered': {
    record: 'Delivery',
    fields: (event) => ({
      ...ofMessage(event),
      Recipient: event.data.recipient,
      DeliveredAt: event.at,
      Details: replyText(event.data),
    }),
  },
  'message.bounced': { record: 'Bounce', fields: bounced },
  'message.failed': { record: 'Bounce', fields: bounced },
  'message.complained': {
    record: 'SpamComplaint',
    fields: (event) =>
      bounce(event, 'SpamComplaint', { Inactive: event.data.suppressed, Details: event.data.feedback_type }),
  },
  'message.opened': {
    record: 'Open',
    fields: (event) => ({ ...readBy(event), FirstOpen: true, ReceivedAt: event.at }),
  },
  'message.clicked': {
    record: 'Click',
    fields: (event) => ({ ...readBy(event), OriginalLink: event.data.url, ReceivedAt: event.at }),
  },
  'suppression.added': { record: 'SubscriptionChange', fields: suppressionChange },
  'contact.unsubscribed': {
    record: 'SubscriptionChange',
    fields: (event) => subscriptionChange(event, true),
  },
  'contact.resubscribed': {
    record: 'SubscriptionChange',
    fields: (event) => subscriptionChange(event, false),
  },
}

type BouncedData = EventData['message.deferred' | 'message.bounced' | 'message.failed' | 'message.complained']

function bounced(event: EventOf<Schemas['DeliveryData']>) {
  const { data } = event
  return bounce(event, bounceTypeOf(data.class), { Inactive: data.suppressed, Details: replyText(data) })
}

function bounce(
  event: EventOf<BouncedData>,
  type: BounceType,
  { Inactive, Details }: { readonly Inactive: boolean; readonly Details: string },
) {
  const { data, subjects } = event
  const message = subjects.messages.get(data.message_id)
  const [TypeCode, Name] = bounceTypes[type]
  return {
    ...ofMessage(event),
    // The calls of Postmark's bounces take the ids of message logs.
    ID: data.log_id,
    Type: type,
    TypeCode,
    Name,
    Description: descriptionOf(data),
    Details,
    Email: data.recipient,
    From: message?.from_email ?? '',
    BouncedAt: event.at,
    DumpAvailable: false,
    Inactive,
    // Postmark activates an address after a bounce, and never after a complaint.
    CanActivate: Inactive && type !== 'SpamComplaint',
    Subject: message?.subject ?? '',
  }
}

function descriptionOf(data: BouncedData): string {
  if ('class' in data) return data.class?.replaceAll('_', ' ') ?? ''
  return data.user_agent === null ? '' : `reported by ${data.user_agent}`
}

/** The service keeps neither the addresses nor the places of readers. */
function readBy(event: EventOf<Schemas['OpenedData']>) {
  return { ...ofMessage(event), Recipient: event.data.recipient, UserAgent: event.data.user_agent ?? '' }
}

/**
 * Returns the body of a webhook in the format of Postmark.
 *
 * @throws Error if the event has no translation
 */
export function postmarkBody({ id, type, data }: EventRow, subjects: Subjects): Buffer {
  const at = timeOf(id).toISOString()
  if (type === 'webhook.test') return json({ RecordType: 'Test', ReceivedAt: at })
  const translation = (postmarkEvents as Readonly<Record<string, Translation<never> | undefined>>)[type]
  if (translation === undefined) throw new Error(`the event ${type} has no translation`)
  const event = { at, data, subjects } as unknown as EventOf<never>
  return json({ RecordType: translation.record, ...translation.fields(event) })
}

const json = (body: object) => Buffer.from(JSON.stringify(body))
