import type { components } from '../../../generated/api-types.js'
import type { SubscriptionStatus } from './subscriptions/subscription-rows.js'

/** The reason why an address is suppressed, so that nothing is sent to it. */
export type SuppressionReason = components['schemas']['SuppressionReason']

/**
 * The reason why a recipient got nothing: its address is suppressed, it has not confirmed the list that the mail was
 * to, it has opted out of campaigns and automations, or it does not want the topic of the mail.
 */
export type UnsentReason = components['schemas']['UnsentReason']

/** The conditions that a mail sets for its recipients. */
export interface Needed {
  /** True if the mail is to a list, which recipients must have confirmed. */
  readonly confirmation: boolean
  /**
   * True if the mail is of a campaign or automation and nobody asked for it, so that recipients must not have opted
   * out of those.
   */
  readonly optedIn: boolean
  /** True if the mail is of a topic, which recipients must not have chosen against. */
  readonly topic: boolean
}

/** The facts known about a recipient now. Every sender looks them up for itself, at the time that counts for it. */
export interface Standing {
  /** The reason why the address is suppressed; null or undefined if it is not. */
  readonly suppressed?: SuppressionReason | null | undefined
  /** Status of the recipient's subscription to the mail's list; absent if there is none, or the list was deleted. */
  readonly subscription?: SubscriptionStatus | null | undefined
  /** True if there is such a contact and it has not opted out. */
  readonly optedIn?: boolean | null | undefined
  /** True if the recipient wants the topic of the mail. */
  readonly wantsTopic?: boolean | null | undefined
}

/**
 * Decides whether a mail may be sent to a recipient: the one rule for everything that sends. {@link unsentReasonSql}
 * is the same rule in SQL. `isHalted` decides whether a workspace may send at all.
 *
 * @returns the first reason against sending; null if the mail may be sent
 */
export function unsentReason(
  needed: Needed,
  { suppressed, subscription, optedIn, wantsTopic }: Standing,
): UnsentReason | null {
  if (suppressed != null) return suppressed
  if (needed.confirmation && subscription !== 'confirmed') return 'not_confirmed'
  if (needed.optedIn && optedIn !== true) return 'opted_out'
  return needed.topic && wantsTopic === false ? 'topic_unsubscribed' : null
}

/**
 * Returns SQL for {@link unsentReason} on expressions. A null expression stands for an unknown fact, as in a {@link
 * Standing}.
 */
export function unsentReasonSql(
  needed: Readonly<Record<keyof Needed, string>>,
  standing: Readonly<Record<keyof Standing, string>>,
): string {
  return `coalesce(${standing.suppressed},
        case when ${needed.confirmation} and ${standing.subscription} is distinct from 'confirmed' then 'not_confirmed'
          when ${needed.optedIn} and ${standing.optedIn} is distinct from true then 'opted_out'
          when ${needed.topic} and ${standing.wantsTopic} is false then 'topic_unsubscribed' end)`
}

/** Returns SQL that is true if a contact has not opted out. */
export const isOptedIn = (contact: string) => `${contact}.unsubscribed_at is null`
