/**
 * The event types that each foreign format of webhooks has a translation for, in the order of the contract. The
 * format `postseal` needs none, because it has every event as it is.
 */
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
} as const
