import type { components } from '../../../generated/api-types.js'
import type { EventType } from './event-types.js'

/** A shape in which events are sent to webhook subscriptions. */
export type WebhookFormat = components['schemas']['WebhookFormat']

/** A format other than the service's own, in which every event is sent as it is. */
export type ForeignFormat = Exclude<WebhookFormat, 'postseal'>

/** The event types that each foreign format has a translation for, in the order of the contract. */
export const translatedTypes = {
  resend: [
    'message.accepted',
    'message.scheduled',
    'message.deferred',
    'message.delivered',
    'message.bounced',
    'message.failed',
    'message.suppressed',
    'message.complained',
    'message.opened',
    'message.clicked',
    'suppression.added',
    'domain.verified',
    'domain.degraded',
    'domain.failed',
    'contact.unsubscribed',
    'contact.resubscribed',
    'inbound.received',
  ],
} as const satisfies Record<ForeignFormat, readonly EventType[]>

/** Returns whether subscriptions of a format get events of a type. Tests are sent in every format. */
export function isInFormat(format: WebhookFormat, type: string): boolean {
  if (format === 'postseal' || type === 'webhook.test') return true
  return (translatedTypes[format] as readonly string[]).includes(type)
}

const pairs = Object.entries(translatedTypes).flatMap(([format, types]) =>
  types.map((type) => `('${format}', '${type}')`),
)

/**
 * Returns SQL that says whether subscriptions of a format get events of a type, as {@link isInFormat} does.
 *
 * @param format SQL of the format
 * @param type SQL of the type
 */
export function inFormat(format: string, type: string): string {
  return `(${format} = 'postseal' or (${format}, ${type}) in (${pairs.join(', ')}))`
}
