import type { SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { givenIn, type DoStep, type Given } from './step.js'

/** Ends the run, with the reason that the step gives. */
export const exitStep: DoStep = (_tx, { flowStep, runs }) => {
  const detail = wordsOf(givenIn(flowStep.step, 'exit'))
  return Promise.resolve(runs.map(() => ({ kind: 'ends', reason: 'exit_step', detail })))
}

/** Reports that the run ends. */
export function simulateExit(_simulation: Simulation, given: Given<'exit'>): SimulatedResult {
  return { shown: { outcome: 'done', reason: 'exit_step', detail: wordsOf(given) }, ends: 'exit_step' }
}

function wordsOf({ reason }: Given<'exit'>): string {
  return reason ?? 'The step ends the run.'
}
