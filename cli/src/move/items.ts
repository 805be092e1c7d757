import type { Dialect, Variable } from './templates/convert.js'

/** The kinds of things that a move brings, in the order in which it brings them. */
export const kinds = [
  'suppressions',
  'topics',
  'segments',
  'contacts',
  'templates',
  'domains',
  'webhooks',
] as const
export type Kind = (typeof kinds)[number]

/** An address that gets no mail at all. */
export interface Suppression {
  readonly email: string
  readonly reason: 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual'
  /** Since when, as an RFC 3339 time. */
  readonly at?: string
}

/** A kind of mail that contacts choose for themselves. */
export interface Topic {
  readonly id: string
  readonly name: string
  readonly description?: string
  /** True if contacts that have chosen nothing get the mail. */
  readonly isDefault: boolean
}

/** A group that contacts are put into one by one. */
export interface Segment {
  readonly id: string
  readonly name: string
}

export interface Contact {
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  /** The whole name, where the other service does not divide it. */
  readonly name?: string
  /** True if the contact wants no campaigns. */
  readonly isUnsubscribed: boolean
  readonly properties?: Readonly<Record<string, string | number | boolean>>
  readonly choices?: readonly Choice[]
  /** The ids of the segments that the contact is in, at the other service. */
  readonly segmentIds?: readonly string[]
  /** The ids of the segments that the contact has left, at the other service. */
  readonly leftSegmentIds?: readonly string[]
}

/** A contact's choice of a topic. */
export interface Choice {
  /** The topic's id at the other service. */
  readonly topicId: string
  readonly isSubscribed: boolean
}

export interface Template {
  readonly id: string
  readonly name: string
  readonly alias?: string
  readonly kind: 'message' | 'layout'
  readonly dialect: Dialect
  readonly subject?: string
  readonly preheader?: string
  readonly html?: string
  readonly text?: string
  /** The sender, such as `Shop <billing@shop.example>`. */
  readonly from?: string
  readonly replyTo?: readonly string[]
  /** The types and defaults that the other service knows, which go before those that the conversion finds. */
  readonly variables?: readonly Variable[]
  /** The id of the layout around the template, at the other service. */
  readonly layoutId?: string
  /** True if the other service sends it. */
  readonly isPublished: boolean
}

export interface Domain {
  readonly id: string
  readonly name: string
  /** The labels before the domain in the name of its return path. */
  readonly returnPathLabel?: string
}

export interface Webhook {
  readonly id: string
  readonly url: string
  /** The event types of Postseal. */
  readonly events: readonly string[]
  /** Sentences about what of it cannot be brought. */
  readonly losses: readonly string[]
}

/** The item of each kind. */
export interface Items {
  readonly suppressions: Suppression
  readonly topics: Topic
  readonly segments: Segment
  readonly contacts: Contact
  readonly templates: Template
  readonly domains: Domain
  readonly webhooks: Webhook
}
