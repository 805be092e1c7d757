import type { components } from '../../../../generated/api-types.js'
import type { Signal } from '../../audience/signals.js'

type Schemas = components['schemas']

export type Trigger = Schemas['AutomationTrigger']
export type EventCondition = Schemas['AutomationEventCondition']
export type Reentry = Schemas['AutomationReentry']
export type Exit = Schemas['AutomationExit']
export type Sender = Schemas['AutomationSender']
export type Step = Schemas['AutomationStep']
export type StepKind = Schemas['AutomationStepKind']

/** The content of a version of an automation, as the request gave it. */
export interface Definition {
  readonly trigger: Trigger
  /** Rule that a contact must meet to enter; null lets every contact in. */
  readonly entry_rule: Schemas['SegmentRule'] | null
  readonly reentry: Reentry
  readonly exit_on: readonly Exit[]
  readonly sender: Sender
  readonly steps: readonly Step[]
}

/** Returns the signal that starts runs; undefined if only people start them. */
export function signalOf({ event, list, contact_created: created, inbound }: Trigger): Signal | undefined {
  if (event !== undefined) return { kind: 'event', name: event.name }
  if (list !== undefined) return { kind: `list_${list.on}`, name: list.list_id }
  if (inbound !== undefined) return { kind: 'inbound', name: inbound.route_id ?? '' }
  return created === undefined ? undefined : { kind: 'contact_created', name: '' }
}

/** Returns the signals of the exits of a version, without its rules. */
export function exitSignals(exits: readonly Exit[]): Signal[] {
  return exits.flatMap(({ event, list }): Signal[] => {
    if (event !== undefined) return [{ kind: 'event', name: event.name }]
    return list === undefined ? [] : [{ kind: `list_${list.on}`, name: list.list_id }]
  })
}

const kinds: readonly StepKind[] = [
  'send',
  'wait',
  'wait_for_event',
  'branch',
  'update_contact',
  'subscribe',
  'unsubscribe',
  'record_event',
  'notify',
  'exit',
]

/** Returns the kind of a step: the one key that it has beside `key`. */
export function kindOf(step: Step): StepKind {
  const kind = kinds.find((name) => step[name] !== undefined)
  if (kind === undefined) throw new Error('a step has none of the keys of a step')
  return kind
}
