import { recordContactEvent } from '../../../audience/contacts/events.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { maxDepth } from '../start/guards.js'
import { done, type SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { givenIn, type DoStep, type Given, type StepEnds, type StepResult } from './step.js'

/** Returns the result of a run whose event would make the chain of runs that caused each other too long. */
function tooDeep(): StepEnds {
  return {
    kind: 'ends',
    reason: 'max_depth',
    detail: `The event was not recorded: ${maxDepth} runs have already started each other by such events.`,
  }
}

/** Records an event of the contact of each run, as one that this run has caused. */
export function recordEventStep(wakes: Pick<Wakes, 'automations'>): DoStep {
  return async (tx, { flowStep, runs }) => {
    const { name, properties = {} } = givenIn(flowStep.step, 'record_event')
    const results: StepResult[] = []
    for (const { run, contact } of runs) {
      const depth = run.depth + 1
      if (depth > maxDepth) {
        results.push(tooDeep())
        continue
      }
      const { isWanted } = await recordContactEvent(tx, contact, { name, properties }, depth)
      if (isWanted) tx.afterCommit(wakes.automations)
      results.push({ kind: 'done', outcome: 'done', recorded: true })
    }
    return results
  }
}

/** Records the event for the simulated contact alone. */
export function simulateRecordEvent(
  { contact, now }: Simulation,
  { name, properties = {} }: Given<'record_event'>,
): SimulatedResult {
  contact.events.push({ name, properties, at: now })
  return done(`Records the event ${name}.`)
}
