import type { DoStep } from './step.js'

/** Ends the run, with the words of the step. */
export const exitStep: DoStep = (_tx, { flowStep, runs }) => {
  const { exit } = flowStep.step
  if (exit === undefined) throw new Error('a step that is none ends a run')
  const detail = exit.reason ?? 'The step ends the run.'
  return Promise.resolve(runs.map(() => ({ kind: 'ends', reason: 'exit_step', detail })))
}
