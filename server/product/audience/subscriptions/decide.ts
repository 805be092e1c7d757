import type { SubscriptionStatus } from './rows.js'

/** How long after an opt-in mail a pending subscription gets no second one. */
export const optInHours = 24
const apartMs = optInHours * 60 * 60 * 1000

/** What a request finds. */
export interface Before {
  readonly status: SubscriptionStatus
  /** When the last opt-in mail was accepted. */
  readonly requestedAt: Date
  /** When its round began: after the last opt-in mail where the contact has got another address since. */
  readonly roundStartedAt: Date
}

/**
 * What a request for an address that is not suppressed comes to.
 *
 * `new_round` and `again` both send a mail: the first makes the links of earlier mails end, the second leaves
 * them be, for the person may open either.
 */
export type Decision = 'new_round' | 'again' | 'already_requested' | 'already_confirmed'

/** @param before undefined where the address was never subscribed to the list */
export function decideRequest(before: Before | undefined, now: Date): Decision {
  if (before === undefined || before.status === 'unsubscribed') return 'new_round'
  if (before.status === 'confirmed') return 'already_confirmed'
  // The new address has got no mail yet.
  if (before.requestedAt < before.roundStartedAt) return 'again'
  return now.getTime() - before.requestedAt.getTime() < apartMs ? 'already_requested' : 'again'
}
