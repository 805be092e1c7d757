/** Reasons for suppressions: each in a word or two, and in a sentence. */
export const reasons = {
  hard_bounce: ['Hard bounce', 'A server said that the address does not exist.'],
  soft_bounce: ['Soft bounce', 'Five messages in a row could not be delivered over at least 72 hours.'],
  complaint: ['Complaint', 'Its owner reported a message as unwanted.'],
  unsubscribe: ['Unsubscribe', 'Its owner wants no more mail.'],
  manual: ['Manual', 'Somebody of this workspace said so.'],
  import: ['Import', 'It came with a file that gave no other reason.'],
  erasure: ['Erasure', 'What was known of the address was erased. Only a keyed hash of it is left.'],
} as const

export type Reason = keyof typeof reasons

/** Returns the reason that a parameter of the address names; undefined if it names none. */
export function reasonOf(text: string | undefined): Reason | undefined {
  return text !== undefined && Object.hasOwn(reasons, text) ? (text as Reason) : undefined
}

/** Returns a reason in a word or two. */
export function nameOf(reason: string): string {
  const known = reasonOf(reason)
  return known === undefined ? reason : reasons[known][0]
}

/** Returns a reason in a sentence. */
export function meaningOf(reason: string): string {
  const known = reasonOf(reason)
  return known === undefined ? 'Nothing is sent to it.' : reasons[known][1]
}
