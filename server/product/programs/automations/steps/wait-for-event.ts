import { durationMs } from '../../../audience/segments/rules/durations.js'
import { runsWithEvent } from './look-back.js'
import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { inDuration, inEvent } from '../definitions/field-mistakes.js'
import { exited, exitWithin } from '../simulate/exits.js'
import { done, type SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { givenIn, type DoStep, type Given, type StepResult } from './step.js'

/**
 * Waits for an event. The step looks back each time, at the beginning and whenever the run is due or woken, so that
 * an event counts that came before the wait began or whose signal is still on its way when the time is over.
 */
export const waitForEventStep: DoStep = async ({ sql }, { workspaceId, flowStep, runs, now }) => {
  const awaited = givenIn(flowStep.step, 'wait_for_event')
  const ms = durationMs(awaited.timeout) ?? 0
  const untilOf = (waitUntil: Date | null) => waitUntil ?? new Date(now.getTime() + ms)
  const asking = runs.map(({ run }) => ({ run, until: untilOf(run.wait_until) }))
  const came = await runsWithEvent(sql, workspaceId, awaited, { asking, now })
  return asking.map(({ run, until }): StepResult => {
    if (came.has(run.id)) return { kind: 'done', outcome: 'done', detail: `${awaited.name} came.` }
    if (until > now) return { kind: 'waits', until, event: awaited.name }
    const detail = `${awaited.name} did not come within ${awaited.timeout}.`
    return { kind: 'done', outcome: 'timed_out', taken: 'on_timeout', detail }
  })
}

/** Lets the awaited event come or, if it is not among the contact's events, the time pass. */
export async function simulateWaitForEvent(
  simulation: Simulation,
  awaited: Given<'wait_for_event'>,
): Promise<SimulatedResult> {
  const { now } = simulation
  const { name, timeout } = awaited
  const end = new Date(now.getTime() + (durationMs(timeout) ?? 0))
  const event = await simulation.matching(awaited, end)
  const exit = await exitWithin(simulation, event?.at ?? end)
  // If an exit and the awaited event have the same time, the exit comes first.
  if (exit !== undefined) return exited(simulation, exit)
  if (event !== undefined) return { ...done(`${name} came.`), until: event.at > now ? event.at : now }
  const detail = `${name} did not come within ${timeout}.`
  return { shown: { outcome: 'timed_out', detail, taken: 'on_timeout' }, until: end }
}

/**
 * Returns the mistakes of a step that waits for an event.
 *
 * @param at a JSON Pointer to the content of the step
 */
export function mistakesInWaitForEvent(awaited: Given<'wait_for_event'>, at: string): ErrorDetail[] {
  return [...inEvent(awaited, at), ...inDuration(awaited.timeout, `${at}/timeout`)]
}
