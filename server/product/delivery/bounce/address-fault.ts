import type { BounceClass } from './rules/rule.js'

/** No such mailbox. */
const hardClasses: readonly BounceClass[] = ['unknown_user', 'unknown_domain']

/** There is one, and it could not take this message. */
export const softClasses: readonly BounceClass[] = ['mailbox_full', 'mailbox_disabled']

/**
 * What a refusal for good says about the recipient's address: `hard` that there is no such mailbox, `soft`
 * that it could not take this message. Null where it is not the address's fault: a block list is no reason to
 * forget a customer.
 */
export function addressFaultOf(bounceClass: BounceClass): 'hard' | 'soft' | null {
  if (hardClasses.includes(bounceClass)) return 'hard'
  return softClasses.includes(bounceClass) ? 'soft' : null
}
