import type { components } from '../../../../../generated/api-types.js'
import type { EndedReason } from '../rows.js'
import type { StepDone, StepFails } from '../steps/step.js'

/** A step as a simulation shows it. */
export type ShownStep = components['schemas']['SimulatedStep']

/** What became of a step in a simulation. */
export interface SimulatedResult {
  readonly shown: Pick<ShownStep, 'outcome'> &
    Partial<Pick<ShownStep, 'reason' | 'detail' | 'taken' | 'mail'>>
  /** When a wait ends, which is when it goes on. */
  readonly until?: Date
  /** Why the run ends with it. */
  readonly ends?: EndedReason
}

/** The step is done. */
export function done(detail: string): SimulatedResult {
  return { shown: { outcome: 'done', detail } }
}

/** What the step itself says, of a contact that there is nothing to do for. */
export function asDone({ outcome, reason, detail }: StepDone): SimulatedResult {
  return { shown: { outcome, reason: reason ?? null, detail: detail ?? null } }
}

/** The step fails, and the run with it. */
export function failed({ code, message }: Pick<StepFails, 'code' | 'message'>): SimulatedResult {
  return { shown: { outcome: 'failed', reason: code, detail: message } }
}
