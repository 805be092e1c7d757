import type { SubscriptionStatus } from '../../../generated/client/models.js'
import type { OneOf } from './one-of.js'

// Narrower than the contract, whose rules the service checks. Here the compiler finds most mistakes.

/** A value to compare with. */
export type SegmentScalar = string | number | boolean

/** A comparison of values of any type. If the value is missing, `ne` is true, because it is the opposite of `eq`. */
type AnyComparison<Value> =
  | { op: 'eq' | 'ne'; value: Value }
  /** At most 100 values. */
  | { op: 'in'; value: readonly Value[] }
  /** Tests whether there is a value. */
  | { op: 'exists'; value: boolean }

type NumberComparison = { op: 'gt' | 'gte' | 'lt' | 'lte'; value: number }

/** A comparison of text, case-sensitive. */
type TextComparison = { op: 'contains' | 'starts_with'; value: string }

type TimeComparison =
  /** A time (RFC 3339), or a day in UTC such as `2026-01-31`. */
  | { op: 'before' | 'after'; value: string }
  /** The maximum age, as an ISO 8601 duration such as `P30D`. */
  | { op: 'within'; value: string }

/** An operator and a value of a type that it can compare. */
export type SegmentComparison =
  | AnyComparison<SegmentScalar>
  | NumberComparison
  | TextComparison
  | TimeComparison

/** A property of the contact or, in `where`, of an event. */
export type SegmentPropertyCondition = { name: string } & SegmentComparison

/** A field of the contact itself. */
export type SegmentContactCondition =
  | ({ field: 'email_domain' | 'name' } & (AnyComparison<string> | TextComparison))
  | ({ field: 'created_at' } & (AnyComparison<string> | TimeComparison))
  | ({ field: 'unsubscribed' } & AnyComparison<boolean>)

/** A condition on the number of events or mails. Default: at least one. */
export interface SegmentCountComparison {
  op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'
  /** From 0 to 1,000. */
  value: number
}

/** Events of the contact, recorded by `contacts.recordEvent`. */
export interface SegmentEventCondition {
  name: string
  count?: SegmentCountComparison | undefined
  /** The maximum age, as an ISO 8601 duration such as `P30D`. */
  within?: string | undefined
  /** Conditions on the properties of each counted event. All must match. */
  where?: readonly SegmentPropertyCondition[] | undefined
}

/** The project's mail to the contact's address. */
export interface SegmentMessageCondition {
  /**
   * `replied` counts the contact's answers that inbound routes have accepted. `opened` and `clicked` count mail that a
   * person has opened, or in which a person followed a link. They are a lower bound, because untracked mail counts as
   * neither.
   */
  status: 'delivered' | 'bounced' | 'complained' | 'replied' | 'opened' | 'clicked'
  count?: SegmentCountComparison | undefined
  /** The maximum age, as an ISO 8601 duration such as `P30D`. */
  within?: string | undefined
  campaign_id?: string | undefined
}

/** The contact's subscription to a list. */
export interface SegmentListCondition {
  list_id: string
  status: SubscriptionStatus
}

/** The rule of another segment, as it is when the service evaluates this rule. */
export interface SegmentReference {
  segment_id: string
}

/**
 * Tests whether the contact wants a topic of the project. The contact's choice decides, or else the topic's default.
 */
export interface SegmentTopicCondition {
  /** The key of the topic. */
  topic: string
  is: 'subscribed' | 'unsubscribed'
}

interface Kinds {
  /** Rules that must all match. */
  all: readonly SegmentRule[]
  /** Rules of which at least one must match. */
  any: readonly SegmentRule[]
  /** A rule that must not match. */
  not: SegmentRule
  property: SegmentPropertyCondition
  contact: SegmentContactCondition
  event: SegmentEventCondition
  message: SegmentMessageCondition
  list: SegmentListCondition
  topic: SegmentTopicCondition
  segment: SegmentReference
}

/**
 * A condition, or combined conditions, as an object with exactly one of these keys. At most 6 levels deep, with at
 * most 50 conditions. At most 10 of them can be about events or messages.
 */
export type SegmentRule = OneOf<Kinds>
