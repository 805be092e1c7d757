import type {
  AutomationSender as SenderOnTheWire,
  CreateAutomationRequest as AutomationToCreate,
  CreateAutomationVersionRequest as VersionToCreate,
  SimulateAutomationRequest as SimulationToMake,
} from '../../../generated/client/models.js'
import { isRecord } from '../arguments/arguments.js'
import type { AutomationExit, AutomationStep, AutomationTrigger } from './automation-steps.js'
import { messageOnTheWire, type Present, type RetoldField, type TemplateSender } from './requests.js'
import type { SegmentRule } from './segment-rules.js'
import { datesAsText, type WithDates } from '../arguments/times.js'

/** The sender of an automation's mail, to replace the template's sender. */
export type AutomationSender = Omit<SenderOnTheWire, RetoldField> & TemplateSender

/** The fields whose types are narrower than the contract. */
interface Definition {
  /** The condition that starts a run. */
  trigger: AutomationTrigger
  /** The rule that contacts must match to enter. Default: every contact. */
  entry_rule?: SegmentRule | undefined
  /** Conditions that end a run at any step. At most 10. */
  exit_on?: readonly AutomationExit[] | undefined
  sender?: AutomationSender | undefined
  /** The steps, in order. At most 100 in total, and 5 levels deep. */
  steps: readonly AutomationStep[]
}

/** An automation with its version 1. */
export type CreateAutomationRequest = Omit<AutomationToCreate, keyof Definition> & Definition

/** The content of a version. */
export type CreateAutomationVersionRequest = Omit<VersionToCreate, keyof Definition> & Definition

/** The contact for a simulation, which is an existing contact or an invented one. */
type Simulated =
  | (Present<SimulationToMake, 'contact_id'> & { contact?: undefined })
  | (Present<SimulationToMake, 'contact'> & { contact_id?: undefined })

/**
 * A simulation of a version. It has the contact, the data, the start time, and the contact's actions during the run.
 */
export type SimulateAutomationRequest = Omit<WithDates<SimulationToMake>, keyof Simulated> & Simulated

/**
 * Returns a copy of an automation, or of a version, in the shape of the contract. Addresses become objects and Dates
 * become strings, in the steps too. Values of other wrong types are passed through, so that the service rejects them.
 *
 * @param where the name of the body in an error
 * @throws PostsealError for a string that is not an address, an invalid Date, or a sender in both forms
 */
export function definitionOnTheWire<Wire>(body: object, where: string): Wire {
  const { sender, steps, ...others } = body as Partial<Record<string, unknown>>
  return {
    ...others,
    ...(sender !== undefined && {
      sender: isRecord(sender) ? messageOnTheWire(sender, `${where}.sender`) : sender,
    }),
    ...(steps !== undefined && { steps: withTexts(steps, `${where}.steps`) }),
  } as Wire
}

/** Returns a copy in which all Dates are strings, at any depth. */
function withTexts(value: unknown, where: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withTexts(item, `${where}[${index}]`))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(datesAsText(value, where)).map(([field, item]) => [
      field,
      withTexts(item, `${where}.${field}`),
    ]),
  )
}
