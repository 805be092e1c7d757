import type { DoStep, StepResult } from './step.js'
import { waitUntil } from './wait-times.js'

/** Waits until a time. What is in the past does not wait. */
export const waitStep: DoStep = (_tx, { flowStep, runs, now }) => {
  const { wait } = flowStep.step
  if (wait === undefined) throw new Error('a step that is none waits')
  return Promise.resolve(
    runs.map(({ run, contact }): StepResult => {
      const { wait_until: begun } = run
      if (begun !== null) return rest(begun, now)
      const decided = waitUntil(wait, { now, contactProperties: contact.properties, data: run.data })
      if ('until' in decided) return rest(decided.until, now)
      if ('skip' in decided)
        return { kind: 'done', outcome: 'skipped', reason: decided.skip, detail: decided.detail }
      return { kind: 'fails', code: decided.fail, message: decided.message, mayRetry: false }
    }),
  )
}

function rest(until: Date, now: Date): StepResult {
  return until > now ? { kind: 'waits', until, event: null } : { kind: 'done', outcome: 'done' }
}
