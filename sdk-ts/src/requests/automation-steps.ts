import type {
  AutomationReentry as ReentryOnTheWire,
  AutomationSend as SendOnTheWire,
  PropertyValue,
} from '../../../generated/client/models.js'
import type { OneOf } from './one-of.js'
import type { SegmentPropertyCondition, SegmentRule } from './segment-rules.js'

// Narrower than the contract, whose choices are checked by the service: here the compiler finds a step of two kinds.

/** No options: `{}`. */
export type AutomationNoOptions = Record<string, never>

/** An event of the contact, recorded by `contacts.recordEvent` or a step. */
export interface AutomationEventCondition {
  name: string
  /** Conditions on the properties of the event. All must hold. */
  where?: readonly SegmentPropertyCondition[] | undefined
}

/** The contact confirms the list, or unsubscribes from it. */
export interface AutomationListCondition {
  list_id: string
  on: 'confirmed' | 'unsubscribed'
}

/** Mail of the contact came. Automatic mail starts no run unless its route says `deliver`. */
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
  /** The rule, which is evaluated before each step. */
  rule: SegmentRule
}

/** The condition that ends a run at any step: an object with exactly one of these keys. */
export type AutomationExit = OneOf<Exits>

/** The number of times that a contact may go through. */
export type AutomationReentry = ReentryOnTheWire

/** A mail to the contact. */
export type AutomationSend = SendOnTheWire

/** A time in a property of the contact, or of the data that started the run. */
export interface AutomationUntilProperty {
  name: string
  /** An ISO 8601 duration that is added, such as `P1D`; with a minus ahead it is subtracted. */
  offset?: string | undefined
}

/** The next time at which the clock shows this time. */
export interface AutomationTimeOfDay {
  /** A time of day such as `09:00`. */
  time: string
  /** A name of the IANA time zone database, such as `Europe/Berlin`. */
  timezone: string
}

interface Waits {
  /** An ISO 8601 duration such as `P3D`, at most 365 days. */
  for: string
  /** A Date or a string (RFC 3339); in replies always a string. */
  until: string | Date
  until_property: AutomationUntilProperty
  time_of_day: AutomationTimeOfDay
}

/** The duration or end of a wait: an object with exactly one of these keys. */
export type AutomationWait = OneOf<Waits>

/** Waits for an event of the contact since the run began. */
export interface AutomationWaitForEvent extends AutomationEventCondition {
  /** An ISO 8601 duration such as `P3D`, at most 365 days. */
  timeout: string
  /** The steps to take if the event does not come in time. */
  on_timeout?: readonly AutomationStep[] | undefined
}

/** The steps for the contacts that a rule selects. */
export interface AutomationCase {
  if: SegmentRule
  steps: readonly AutomationStep[]
}

/** Takes the steps of the first case whose rule holds, or else those of `else`. */
export interface AutomationBranch {
  cases: readonly AutomationCase[]
  else?: readonly AutomationStep[] | undefined
}

type ContactProperties = Record<string, PropertyValue>

/** Changes the contact: its name, its properties, or both. Null removes. */
export type AutomationUpdateContact =
  | { name: string | null; properties?: ContactProperties }
  | { name?: string | null; properties: ContactProperties }

/** Asks the contact to confirm the list. */
export interface AutomationSubscribe {
  list_id: string
}

/** Ends the subscription to the list; without one, the contact opts out of campaigns and automations. */
export interface AutomationUnsubscribe {
  list_id?: string | undefined
}

/** Records an event of the contact, which can start other runs. */
export interface AutomationRecordEvent {
  name: string
  properties?: ContactProperties | undefined
}

/** Notifies your servers by the event `automation.notified`. */
export interface AutomationNotify {
  name: string
  /** Data for the event: at most 16 kB of JSON. */
  data?: Record<string, unknown> | undefined
}

/** Ends the run. */
export interface AutomationExitStep {
  /** The reason, for people. */
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

/** A step: its `key`, which names it within its version, and exactly one of the other members. */
export type AutomationStep = { key: string } & OneOf<Steps>
