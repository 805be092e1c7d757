import type { SubscriptionStatus } from './subscription-rows.js'

/** Hours after an opt-in mail during which a pending subscription gets no second one. */
export const optInHours = 24
const apartMs = optInHours * 60 * 60 * 1000

/** The state of a subscription before a request. */
export interface Before {
  readonly status: SubscriptionStatus
  /** Time when the last opt-in mail was accepted. */
  readonly requestedAt: Date
  /**
   * Time when the round began. It is later than the last opt-in mail if the contact has got another address since.
   */
  readonly roundStartedAt: Date
}

/**
 * The outcome of a request for an address that is not suppressed.
 *
 * `new_round` and `again` both send a mail. `new_round` ends the links of earlier mails; `again` keeps them valid,
 * since the person may open either.
 */
export type Decision = 'new_round' | 'again' | 'already_requested' | 'already_confirmed'

/**
 * Decides the outcome of a request.
 *
 * @param before the state before it; undefined if the address was never subscribed to the list
 */
export function decideRequest(before: Before | undefined, now: Date): Decision {
  if (before === undefined || before.status === 'unsubscribed') return 'new_round'
  if (before.status === 'confirmed') return 'already_confirmed'
  // The new address has got no mail yet.
  if (before.requestedAt < before.roundStartedAt) return 'again'
  return now.getTime() - before.requestedAt.getTime() < apartMs ? 'already_requested' : 'again'
}
