import type { components } from '../../../../../generated/api-types.js'
import { replyText } from '../reply-text.js'

type Schemas = components['schemas']

type Kind = readonly [
  type: 'bounce' | 'blocked',
  classification:
    | 'Invalid Address'
    | 'Technical'
    | 'Content'
    | 'Reputation'
    | 'Frequency or Volume Too High'
    | 'Mailbox Unavailable'
    | 'Unclassified',
]

/**
 * Kinds of bounces by the class of the reply. An application for SendGrid writes no more to an address after a
 * `bounce`, so only a missing mailbox or domain is one: another message may well be taken after a block.
 */
const kinds: Readonly<Record<NonNullable<Schemas['BounceClass']>, Kind>> = {
  unknown_user: ['bounce', 'Invalid Address'],
  unknown_domain: ['bounce', 'Invalid Address'],
  mailbox_disabled: ['bounce', 'Invalid Address'],
  mailbox_full: ['blocked', 'Mailbox Unavailable'],
  recipient_policy: ['blocked', 'Reputation'],
  content: ['blocked', 'Content'],
  too_large: ['blocked', 'Content'],
  unsupported: ['blocked', 'Technical'],
  authentication: ['blocked', 'Technical'],
  reputation: ['blocked', 'Reputation'],
  rate_limited: ['blocked', 'Frequency or Volume Too High'],
  sender_policy: ['blocked', 'Reputation'],
  network: ['blocked', 'Technical'],
  server: ['blocked', 'Technical'],
  other: ['blocked', 'Unclassified'],
}

/** Returns the part of an event that says why a message was not delivered. */
export function bounceOf(data: Schemas['DeliveryData']) {
  const [type, classification] = (data.class === null ? undefined : kinds[data.class]) ?? kinds.other
  const { reply } = data
  return {
    type,
    reason: replyText(data),
    status: reply?.enhanced_code ?? (reply === null ? '' : String(reply.code)),
    bounce_classification: classification,
  }
}
