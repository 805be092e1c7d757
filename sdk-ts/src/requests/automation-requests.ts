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

/** The sender of an automation's mail, if it is not the template's. */
export type AutomationSender = Omit<SenderOnTheWire, RetoldField> & TemplateSender

/** The fields whose types are narrower than the contract. */
interface Definition {
  /** The condition that starts a run. */
  trigger: AutomationTrigger
  /** The rule that contacts must match to enter. Default: every contact. */
  entry_rule?: SegmentRule | undefined
  /** Conditions that end a run at any step: at most 10. */
  exit_on?: readonly AutomationExit[] | undefined
  sender?: AutomationSender | undefined
  /** The steps, one after another: at most 100 in all, 5 levels deep. */
  steps: readonly AutomationStep[]
}

/** An automation, with its version 1. */
export type CreateAutomationRequest = Omit<AutomationToCreate, keyof Definition> & Definition

/** The content of a version. */
export type CreateAutomationVersionRequest = Omit<VersionToCreate, keyof Definition> & Definition

/** The contact of a simulation: an existing one, or an invented one. */
type Simulated =
  | (Present<SimulationToMake, 'contact_id'> & { contact?: undefined })
  | (Present<SimulationToMake, 'contact'> & { contact_id?: undefined })

/**
 * A simulation: the contact, the data, the time from which a version is simulated, and the contact's acts meanwhile.
 */
export type SimulateAutomationRequest = Omit<WithDates<SimulationToMake>, keyof Simulated> & Simulated

/**
 * Returns a copy of an automation, or of a version of one, in the shape of the contract: addresses as objects, Dates as
 * strings, in the steps too. Passes values of other wrong types through, so that the service rejects them.
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

/** Returns a copy without Dates, at whatever depth they were. */
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
