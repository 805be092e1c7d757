import type { SubscriptionStatus } from '../../../generated/client/models.js'
import type { OneOf } from './one-of.js'

// Narrower than the contract, whose rules are checked by the service: here the compiler finds most mistakes.

/** A value to compare with. */
export type SegmentScalar = string | number | boolean

/** How values of every type are compared. Where there is no such value, `ne` is true: it is the opposite of `eq`. */
type AnyComparison<Value> =
  | { op: 'eq' | 'ne'; value: Value }
  /** At most 100 values. */
  | { op: 'in'; value: readonly Value[] }
  /** Whether there is a value. */
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

/** How many there must be. Default: at least one. */
export interface SegmentCountComparison {
  op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'
  /** 0 to 1,000. */
  value: number
}

/** What the contact did, by `contacts.recordEvent`. */
export interface SegmentEventCondition {
  name: string
  count?: SegmentCountComparison | undefined
  /** An ISO 8601 duration such as `P30D`: at most that long ago. */
  within?: string | undefined
  /** What the properties of each counted event are like. All must hold. */
  where?: readonly SegmentPropertyCondition[] | undefined
}

/** Mail of the project to the contact's address. */
export interface SegmentMessageCondition {
  /**
   * `replied`: answers of the contact that inbound routes have taken. `opened`, `clicked`: mail that a person has
   * opened, or followed a link of. It is a lower bound: mail that was not tracked counts as neither.
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

/** The rule of another segment, as it is when the rule is used. */
export interface SegmentReference {
  segment_id: string
}

/** Whether the contact wants a topic of the project, by its choice or else by the topic's default. */
export interface SegmentTopicCondition {
  /** The key of the topic. */
  topic: string
  is: 'subscribed' | 'unsubscribed'
}

interface Kinds {
  /** All of these hold. */
  all: readonly SegmentRule[]
  /** At least one of these holds. */
  any: readonly SegmentRule[]
  /** This does not hold. */
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
