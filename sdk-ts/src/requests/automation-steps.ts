import type {
  AutomationReentry as ReentryOnTheWire,
  AutomationSend as SendOnTheWire,
  PropertyValue,
} from '../../../generated/client/models.js'
import type { OneOf } from './one-of.js'
import type { SegmentPropertyCondition, SegmentRule } from './segment-rules.js'

// Narrower than the contract, whose choices the service checks. Here the compiler finds a step of two kinds.

/** No options: `{}`. */
export type AutomationNoOptions = Record<string, never>

/** An event of the contact, recorded by `contacts.recordEvent` or by a step. */
export interface AutomationEventCondition {
  name: string
  /** Conditions on the event's properties. All must match. */
  where?: readonly SegmentPropertyCondition[] | undefined
}

/** The contact confirms or cancels a subscription to the list. */
export interface AutomationListCondition {
  list_id: string
  on: 'confirmed' | 'unsubscribed'
}

/** Mail arrives from the contact. Automatic mail starts no run unless its route says `deliver`. */
export interface AutomationInboundCondition {
  /** Default: any route of the project. */
  route_id?: string | undefined
}

interface Triggers {
  event: AutomationEventCondition
  list: AutomationListCondition
  contact_created: AutomationNoOptions
  inbound: AutomationInboundCondition
  /** Only `automations.trigger` starts a run. It also works for the other triggers. */
  manual: AutomationNoOptions
}

/** The condition that starts a run: an object with exactly one of these keys. */
export type AutomationTrigger = OneOf<Triggers>

interface Exits {
  event: AutomationEventCondition
  list: AutomationListCondition
  /** The rule, evaluated before each step. */
  rule: SegmentRule
}

/** The condition that ends a run at any step: an object with exactly one of these keys. */
export type AutomationExit = OneOf<Exits>

/** The number of times that a contact can go through the automation. */
export type AutomationReentry = ReentryOnTheWire

/** A mail to the contact. */
export type AutomationSend = SendOnTheWire

/** A time from a property of the contact, or from the data that started the run. */
export interface AutomationUntilProperty {
  name: string
  /** An ISO 8601 duration to add, such as `P1D`. A leading minus subtracts it. */
  offset?: string | undefined
}

/** The next occurrence of a time of day. */
export interface AutomationTimeOfDay {
  /** A time of day such as `09:00`. */
  time: string
  /** An IANA time zone name, such as `Europe/Berlin`. */
  timezone: string
}

interface Waits {
  /** An ISO 8601 duration such as `P3D`. At most 365 days. */
  for: string
  /** A Date or a string (RFC 3339). Replies always have a string. */
  until: string | Date
  until_property: AutomationUntilProperty
  time_of_day: AutomationTimeOfDay
}

/** The duration or end of a wait: an object with exactly one of these keys. */
export type AutomationWait = OneOf<Waits>

/** Waits for an event of the contact. Events since the start of the run count. */
export interface AutomationWaitForEvent extends AutomationEventCondition {
  /** An ISO 8601 duration such as `P3D`. At most 365 days. */
  timeout: string
  /** The steps to take if the event does not arrive in time. */
  on_timeout?: readonly AutomationStep[] | undefined
}

/** The steps for the contacts that a rule selects. */
export interface AutomationCase {
  if: SegmentRule
  steps: readonly AutomationStep[]
}

/** Takes the steps of the first case whose rule matches, or the steps in `else`. */
export interface AutomationBranch {
  cases: readonly AutomationCase[]
  else?: readonly AutomationStep[] | undefined
}

type ContactProperties = Record<string, PropertyValue>

/** Changes the contact's name, its properties, or both. Null removes a value. */
export type AutomationUpdateContact =
  | { name: string | null; properties?: ContactProperties }
  | { name?: string | null; properties: ContactProperties }

/** Asks the contact to confirm a subscription to the list. */
export interface AutomationSubscribe {
  list_id: string
}

/** Ends the contact's subscription to the list. Without a list, the contact opts out of campaigns and automations. */
export interface AutomationUnsubscribe {
  list_id?: string | undefined
}

/** Records an event for the contact, which can start other runs. */
export interface AutomationRecordEvent {
  name: string
  properties?: ContactProperties | undefined
}

/** Notifies your servers with the event `automation.notified`. */
export interface AutomationNotify {
  name: string
  /** Data for the event. At most 16 kB of JSON. */
  data?: Record<string, unknown> | undefined
}

/** Ends the run. */
export interface AutomationExitStep {
  /** The reason, for people to read. */
  reason?: string | undefined
}

interface Steps {
  send: AutomationSend
  wait: AutomationWait
  wait_for_event: AutomationWaitForEvent
  branch: AutomationBranch
  update_contact: AutomationUpdateContact
  subscribe: AutomationSubscribe
  unsubscribe: AutomationUnsubscribe
  record_event: AutomationRecordEvent
  notify: AutomationNotify
  exit: AutomationExitStep
}

/** A step. It has a `key`, which names it within its version, and exactly one of the other members. */
export type AutomationStep = { key: string } & OneOf<Steps>
