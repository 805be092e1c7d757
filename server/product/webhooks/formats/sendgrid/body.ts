import { domainOf } from '../../../../../base/addresses/address.js'
import type { translatedTypes } from '../../../../../base/contract/translated-types.js'
import type { components } from '../../../../../generated/api-types.js'
import { timeOf, toTypeId } from '../../../../platform/db/ids.js'
import type { EventData } from '../../../../platform/events/event-types.js'
import type { EventRow } from '../../../../platform/events/present-event.js'
import { replyText } from '../reply-text.js'
import type { Subjects } from '../subjects.js'
import { bounceOf } from './bounce.js'
import { customArguments } from './custom-arguments.js'

/**
 * Translates events into those of SendGrid's event webhook, as its public documentation describes them. Each event is
 * an item of a list, one for each recipient.
 */

type Schemas = components['schemas']
type TranslatedType = (typeof translatedTypes.sendgrid)[number]

interface Translation<Type extends TranslatedType> {
  /** SendGrid's name of the event. */
  readonly event: string
  /** Returns what events of the type have beside the fields of every event. */
  readonly details?: (data: EventData[Type]) => object
}

/** The translation of each event type. */
export const sendgridEvents: { readonly [Type in TranslatedType]: Translation<Type> } = {
  'message.accepted': { event: 'processed' },
  'message.deferred': {
    event: 'deferred',
    details: (data) => ({ response: replyText(data), attempt: String(data.attempt) }),
  },
  'message.delivered': { event: 'delivered', details: (data) => ({ response: replyText(data) }) },
  'message.bounced': { event: 'bounce', details: bounceOf },
  'message.failed': { event: 'bounce', details: bounceOf },
  'message.suppressed': { event: 'dropped', details: ({ reason }) => ({ reason: dropReason(reason) }) },
  'message.complained': { event: 'spamreport' },
  'message.opened': { event: 'open', details: readerOf },
  'message.clicked': { event: 'click', details: (data) => ({ url: data.url, ...readerOf(data) }) },
  'contact.unsubscribed': { event: 'unsubscribe' },
}

/** Reasons for which SendGrid drops mail, by ours. */
const dropReasons: Partial<Record<Schemas['UnsentReason'], string>> = {
  hard_bounce: 'Bounced Address',
  soft_bounce: 'Bounced Address',
  complaint: 'Spam Reporting Address',
  unsubscribe: 'Unsubscribed Address',
  opted_out: 'Unsubscribed Address',
  topic_unsubscribed: 'Unsubscribed Address',
}

const dropReason = (reason: Schemas['UnsentReason']) =>
  dropReasons[reason] ?? `Suppressed: ${reason.replaceAll('_', ' ')}`

/** The service keeps no addresses of readers. */
function readerOf({ user_agent, machine }: Schemas['OpenedData']) {
  return { useragent: user_agent ?? '', ip: '', sg_machine_open: machine !== null }
}

/** Data of an event about a message or a contact. Which of the optional members are there depends on the type. */
interface AnyData {
  readonly message_id: string | null
  readonly recipient?: string
  readonly recipients?: readonly { readonly email: string }[]
  /** The address of a contact. */
  readonly email?: string
  readonly category?: string | null
  /** The next two are of the event of acceptance only. */
  readonly from_email?: string
  readonly metadata?: Readonly<Record<string, string>>
}

/**
 * Returns the body of a webhook in the format of SendGrid.
 *
 * @throws Error if the event has no translation
 */
export function sendgridBody({ id, type, data }: EventRow, subjects: Subjects): Buffer {
  const timestamp = Math.floor(timeOf(id).getTime() / 1000)
  const eventId = toTypeId('evt', id)
  if (type === 'webhook.test') return json([{ email: '', timestamp, event: 'test', sg_event_id: eventId }])
  const translation = (sendgridEvents as Readonly<Record<string, Translation<never> | undefined>>)[type]
  if (translation === undefined) throw new Error(`the event ${type} has no translation`)
  const about = data as unknown as AnyData
  const rest = {
    event: translation.event,
    ...ofMessage(about, subjects),
    ...translation.details?.(data as never),
  }
  const recipients = about.recipients?.map(({ email }) => email) ?? [about.recipient ?? about.email ?? '']
  return json(
    recipients.map((email, index) => ({
      // SendGrid has custom arguments beside its own fields.
      ...customArguments(about.metadata ?? metadataOf(about, subjects)),
      email,
      timestamp,
      // A second recipient's event needs an id of its own.
      sg_event_id: index === 0 ? eventId : `${eventId}.${index}`,
      ...rest,
    })),
  )
}

const metadataOf = ({ message_id: id }: AnyData, { messages }: Subjects) =>
  (id === null ? undefined : messages.get(id))?.metadata ?? {}

/** Returns what every event about a message says of it; nothing for an event that is about no message. */
function ofMessage({ message_id: id, category = null, from_email }: AnyData, { messages }: Subjects) {
  if (id === null) return {}
  const from = from_email ?? messages.get(id)?.from_email
  return {
    sg_message_id: id,
    // The header of the message has the same text (mail/compose/header.ts).
    ...(from !== undefined && { 'smtp-id': `<${id}@${domainOf(from)}>` }),
    ...(category !== null && { category: [category] }),
  }
}

const json = (body: object) => Buffer.from(JSON.stringify(body))
