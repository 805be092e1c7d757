import { durationMs } from '../../../audience/segments/durations.js'
import { runsWithEvent } from './look-back.js'
import type { DoStep, StepResult } from './step.js'

/**
 * Waits for an event. It looks back each time, at the beginning and whenever the run is due or woken, so that an
 * event counts that came before the wait began or whose signal is still on its way when the time is over.
 */
export const waitForEventStep: DoStep = async ({ sql }, { workspaceId, flowStep, runs, now }) => {
  const awaited = flowStep.step.wait_for_event
  if (awaited === undefined) throw new Error('a step that is none waits for an event')
  const ms = durationMs(awaited.timeout) ?? 0
  const untilOf = (waitUntil: Date | null) => waitUntil ?? new Date(now.getTime() + ms)
  const asking = runs.map(({ run }) => ({ run, until: untilOf(run.wait_until) }))
  const came = await runsWithEvent(sql, workspaceId, awaited, asking, now)
  return asking.map(({ run, until }): StepResult => {
    if (came.has(run.id)) return { kind: 'done', outcome: 'done', detail: `${awaited.name} came.` }
    if (until > now) return { kind: 'waits', until, event: awaited.name }
    const detail = `${awaited.name} did not come within ${awaited.timeout}.`
    return { kind: 'done', outcome: 'timed_out', taken: 'on_timeout', detail }
  })
}
