/** Reasons for suppressions: each in a word or two, and in a sentence. */
export const reasons = {
  hard_bounce: ['Hard bounce', 'A server said that the address does not exist.'],
  soft_bounce: ['Soft bounce', 'Five messages in a row could not be delivered over at least 72 hours.'],
  complaint: ['Complaint', 'The recipient marked a message as spam.'],
  unsubscribe: ['Unsubscribe', 'The recipient unsubscribed.'],
  manual: ['Manual', 'Added by a user of this workspace.'],
  import: ['Import', 'Imported from a file that gave no reason.'],
  erasure: ['Erasure', 'The address was erased. Only a keyed hash of it remains.'],
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
  return known === undefined ? 'Nothing is sent to this address.' : reasons[known][1]
}
