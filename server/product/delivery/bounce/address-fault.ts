import type { BounceClass } from './rules/rule.js'

/** Classes that say that there is no such mailbox. */
const hardClasses: readonly BounceClass[] = ['unknown_user', 'unknown_domain']

/** Classes that say that the mailbox exists and could not take this message. */
export const softClasses: readonly BounceClass[] = ['mailbox_full', 'mailbox_disabled']

/**
 * Returns what a permanent refusal says about the recipient's address: `hard` if there is no such mailbox, `soft` if
 * the mailbox could not take this message, null if the address is not at fault: a block list is no reason to forget a
 * customer.
 */
export function addressFaultOf(bounceClass: BounceClass): 'hard' | 'soft' | null {
  if (hardClasses.includes(bounceClass)) return 'hard'
  return softClasses.includes(bounceClass) ? 'soft' : null
}
