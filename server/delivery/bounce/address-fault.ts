import type { BounceClass } from './rules/rule.js'

/**
 * What a refusal for good says about the recipient's address: `hard` that there is no such mailbox, `soft` that it could
 * not take this message. Null where it is not the address's fault: a block list is no reason to forget a customer.
 */
export function addressFaultOf(bounceClass: BounceClass): 'hard' | 'soft' | null {
  switch (bounceClass) {
    case 'unknown_user':
    case 'unknown_domain':
      return 'hard'
    case 'mailbox_full':
    case 'mailbox_disabled':
      return 'soft'
    default:
      return null
  }
}
