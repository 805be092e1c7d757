import type { SubscriptionStatus } from '../../../generated/client/models.js'
import type { OneOf } from './one-of.js'

// Narrower than the contract, whose rules are checked by the service: here the compiler finds most mistakes.

/** A value to compare with. */
export type SegmentScalar = string | number | boolean

/** A comparison of values of any type. If there is no such value, `ne` is true: it is the opposite of `eq`. */
type AnyComparison<Value> =
  | { op: 'eq' | 'ne'; value: Value }
  /** At most 100 values. */
  | { op: 'in'; value: readonly Value[] }
  /** A test whether there is a value. */
  | { op: 'exists'; value: boolean }

type NumberComparison = { op: 'gt' | 'gte' | 'lt' | 'lte'; value: number }

/** Case counts. */
type TextComparison = { op: 'contains' | 'starts_with'; value: string }

type TimeComparison =
  /** A time (RFC 3339), or a day in UTC such as `2026-01-31`. */
  | { op: 'before' | 'after'; value: string }
  /** At most that long ago: an ISO 8601 duration such as `P30D`. */
  | { op: 'within'; value: string }

/** An operator, and a value of a type that it can compare. */
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
  /** 0 to 1,000. */
  value: number
}

/** Events of the contact, recorded by `contacts.recordEvent`. */
export interface SegmentEventCondition {
  name: string
  count?: SegmentCountComparison | undefined
  /** An ISO 8601 duration such as `P30D`: at most that long ago. */
  within?: string | undefined
  /** Conditions on the properties of each counted event. All must hold. */
  where?: readonly SegmentPropertyCondition[] | undefined
}

/** Mail of the project to the contact's address. */
export interface SegmentMessageCondition {
  /**
   * `replied`: answers of the contact that inbound routes have taken. `opened`, `clicked`: mail that a person has
   * opened, or in which they followed a link. It is a lower bound: mail that was not tracked counts as neither.
   */
  status: 'delivered' | 'bounced' | 'complained' | 'replied' | 'opened' | 'clicked'
  count?: SegmentCountComparison | undefined
  /** An ISO 8601 duration such as `P30D`: at most that long ago. */
  within?: string | undefined
  campaign_id?: string | undefined
}

/** The contact's subscription to a list. */
export interface SegmentListCondition {
  list_id: string
  status: SubscriptionStatus
}

/** The rule of another segment, as it is when this rule is used. */
export interface SegmentReference {
  segment_id: string
}

/** A test whether the contact wants a topic of the project, by its choice or else by the topic's default. */
export interface SegmentTopicCondition {
  /** The key of the topic. */
  topic: string
  is: 'subscribed' | 'unsubscribed'
}

interface Kinds {
  /** The rules that must all hold. */
  all: readonly SegmentRule[]
  /** The rules of which at least one must hold. */
  any: readonly SegmentRule[]
  /** The rule that must not hold. */
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
 * A condition, or conditions combined: an object with exactly one of these keys. At most 6 levels deep, with at most 50
 * conditions, 10 of them about events or messages.
 */
export type SegmentRule = OneOf<Kinds>
