import type { components } from '../../../../../generated/api-types.js'
import type { EndedReason } from '../automation-rows.js'
import type { StepDone, StepFails } from '../steps/step.js'

/** A step in the form in which a simulation shows it. */
export type ShownStep = components['schemas']['SimulatedStep']

/** Result of a step in a simulation. */
export interface SimulatedResult {
  readonly shown: Pick<ShownStep, 'outcome'> &
    Partial<Pick<ShownStep, 'reason' | 'detail' | 'taken' | 'mail'>>
  /** Time when the step's wait ends; undefined if it does not wait. */
  readonly until?: Date
  /** The reason why the run ends with the step; undefined if it goes on. */
  readonly ends?: EndedReason
}

/** Returns the result of a step that is done. */
export function done(detail: string): SimulatedResult {
  return { shown: { outcome: 'done', detail } }
}

/** Returns the result of a step that had nothing to do for the contact, as the step itself words it. */
export function asDone({ outcome, reason, detail }: StepDone): SimulatedResult {
  return { shown: { outcome, reason: reason ?? null, detail: detail ?? null } }
}

/** Returns the result of a step that fails, and the run with it. */
export function failed({ code, message }: Pick<StepFails, 'code' | 'message'>): SimulatedResult {
  return { shown: { outcome: 'failed', reason: code, detail: message } }
}
