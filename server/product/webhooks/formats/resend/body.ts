import type { translatedTypes } from '../../../../../base/contract/translated-types.js'
import { timeOf } from '../../../../platform/db/ids.js'
import type { EventData } from '../../../../platform/events/event-types.js'
import type { EventRow } from '../../../../platform/events/present-event.js'
import type { Subjects } from '../subjects.js'
import { bounceOf } from './bounce.js'
import { contactData } from './contact.js'
import { domainData } from './domain.js'
import { emailData } from './email.js'
import { receivedData } from './received.js'
import { suppressedOf, suppressionData } from './suppression.js'

/**
 * Translates events into the webhooks of Resend, as its public contract and its Node.js client describe them. What is
 * not known, or no longer retained, is an empty text.
 */

type TranslatedType = (typeof translatedTypes.resend)[number]

/** An event of one type. */
interface EventOf<Type extends TranslatedType> {
  /** When it happened, as in RFC 3339. */
  readonly at: string
  readonly data: EventData[Type]
  readonly subjects: Subjects
}

interface Translation<Type extends TranslatedType> {
  /** Resend's name of the event. */
  readonly type: string
  readonly data: (event: EventOf<Type>) => object
}

/** The translation of each event type. */
export const resendEvents: { readonly [Type in TranslatedType]: Translation<Type> } = {
  'message.accepted': { type: 'email.sent', data: emailData },
  'message.scheduled': { type: 'email.scheduled', data: emailData },
  'message.deferred': { type: 'email.delivery_delayed', data: emailData },
  'message.delivered': { type: 'email.delivered', data: emailData },
  'message.bounced': {
    type: 'email.bounced',
    data: (event) => ({ ...emailData(event), bounce: bounceOf(event.data) }),
  },
  'message.failed': {
    type: 'email.failed',
    data: (event) => ({
      ...emailData(event),
      failed: { reason: event.data.error ?? event.data.reply?.text ?? '' },
    }),
  },
  'message.suppressed': {
    type: 'email.suppressed',
    data: (event) => ({ ...emailData(event), suppressed: suppressedOf(event.data) }),
  },
  'message.complained': { type: 'email.complained', data: emailData },
  'message.opened': { type: 'email.opened', data: emailData },
  'message.clicked': {
    type: 'email.clicked',
    data: (event) => ({
      ...emailData(event),
      // The service keeps no addresses of readers.
      click: {
        ipAddress: '',
        link: event.data.url,
        timestamp: event.at,
        userAgent: event.data.user_agent ?? '',
      },
    }),
  },
  'suppression.added': { type: 'suppression.added', data: suppressionData },
  'domain.verified': { type: 'domain.updated', data: domainData },
  'domain.degraded': { type: 'domain.updated', data: domainData },
  'domain.failed': { type: 'domain.updated', data: domainData },
  'contact.unsubscribed': { type: 'contact.updated', data: (event) => contactData(event, true) },
  'contact.resubscribed': { type: 'contact.updated', data: (event) => contactData(event, false) },
  'inbound.received': { type: 'email.received', data: receivedData },
}

/**
 * Returns the body of a webhook in the format of Resend.
 *
 * @throws Error if the event has no translation
 */
export function resendBody({ id, type, data }: EventRow, subjects: Subjects): Buffer {
  const at = timeOf(id).toISOString()
  if (type === 'webhook.test') return json({ type, created_at: at, data: {} })
  const translation = (resendEvents as Readonly<Record<string, Translation<never> | undefined>>)[type]
  if (translation === undefined) throw new Error(`the event ${type} has no translation`)
  const event = { at, data, subjects } as unknown as EventOf<never>
  return json({ type: translation.type, created_at: at, data: translation.data(event) })
}

const json = (body: object) => Buffer.from(JSON.stringify(body))
