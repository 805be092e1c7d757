import type { components } from '../../../generated/api-types.js'
import type { SubscriptionStatus } from './subscriptions/rows.js'

/** Why nothing is sent to an address. */
export type SuppressionReason = components['schemas']['SuppressionReason']

/**
 * Why a recipient got nothing: its address is suppressed, it has not confirmed the list that the mail was to, it has
 * opted out of campaigns and automations, or it does not want the topic that the mail is of.
 */
export type UnsentReason = components['schemas']['UnsentReason']

/** What a mail needs of its recipients. */
export interface Needed {
  /** The mail is to a list: they have confirmed it. */
  readonly confirmation: boolean
  /** The mail is of a campaign or automation, and nobody asked for it: they have not opted out of those. */
  readonly optedIn: boolean
  /** The mail is of a topic: they have not chosen against it. */
  readonly topic: boolean
}

/** What is known of a recipient now. Every sender looks it up for itself, at the time that counts for it. */
export interface Standing {
  /** Why its address is suppressed. */
  readonly suppressed?: SuppressionReason | null | undefined
  /** Of its subscription to the mail's list. Absent where there is none, or the list was deleted. */
  readonly subscription?: SubscriptionStatus | null | undefined
  /** Whether there is such a contact, and it has not opted out. */
  readonly optedIn?: boolean | null | undefined
  /** Whether it wants the topic of the mail. */
  readonly wantsTopic?: boolean | null | undefined
}

/**
 * Whether a mail may be sent to a recipient: the one rule, for all that send. {@link unsentReasonSql} is the same in
 * SQL. Whether a workspace may send at all is `isHalted`.
 *
 * @returns why not, the first of several; null where it may
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

/** SQL: {@link unsentReason} of expressions. One that is null is not known, as in a {@link Standing}. */
export function unsentReasonSql(
  needed: Readonly<Record<keyof Needed, string>>,
  standing: Readonly<Record<keyof Standing, string>>,
): string {
  return `coalesce(${standing.suppressed},
        case when ${needed.confirmation} and ${standing.subscription} is distinct from 'confirmed' then 'not_confirmed'
          when ${needed.optedIn} and ${standing.optedIn} is distinct from true then 'opted_out'
          when ${needed.topic} and ${standing.wantsTopic} is false then 'topic_unsubscribed' end)`
}

/** SQL: whether a contact has not opted out. */
export const isOptedIn = (contact: string) => `${contact}.unsubscribed_at is null`
