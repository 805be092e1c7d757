import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { inDuration, inOffset } from '../definitions/field-mistakes.js'
import { exited, exitWithin } from '../simulate/exits.js'
import { done, failed, type SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { givenIn, type DoStep, type Given, type StepResult } from './step.js'
import { waitUntil } from './wait-times.js'

/** Waits until a time. A time in the past means no wait. */
export const waitStep: DoStep = (_tx, { flowStep, runs, now }) => {
  const wait = givenIn(flowStep.step, 'wait')
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

/** Lets the time of a wait pass, unless an exit ends the run before. */
export async function simulateWait(simulation: Simulation, wait: Given<'wait'>): Promise<SimulatedResult> {
  const { contact, input, now } = simulation
  const time = waitUntil(wait, { now, contactProperties: contact.row.properties, data: input.data })
  if ('skip' in time) return { shown: { outcome: 'skipped', reason: time.skip, detail: time.detail } }
  if ('fail' in time) return failed({ code: time.fail, message: time.message })
  const { until } = time
  const exit = await exitWithin(simulation, until)
  if (exit !== undefined) return exited(simulation, exit)
  const waits = until > now
  const detail = waits
    ? `Waits until ${until.toISOString()}.`
    : 'The time is in the past, so it does not wait.'
  return { ...done(detail), until }
}

/**
 * Returns the mistakes of a step that waits.
 *
 * @param at a JSON Pointer to the content of the step
 */
export function mistakesInWait(wait: Given<'wait'>, at: string): ErrorDetail[] {
  const { for: duration, until, until_property: property, time_of_day: timeOfDay } = wait
  return [
    ...inDuration(duration, `${at}/for`),
    ...inTime(until, `${at}/until`),
    ...inOffset(property?.offset, `${at}/until_property/offset`),
    ...inTimeZone(timeOfDay?.timezone, `${at}/time_of_day/timezone`),
  ]
}

function inTime(text: string | undefined, path: string): ErrorDetail[] {
  // The format that the contract demands allows leap seconds.
  if (text === undefined || !Number.isNaN(new Date(text).getTime())) return []
  return [{ path, code: 'time', message: 'must be a time that exists, without leap seconds' }]
}

function inTimeZone(name: string | undefined, path: string): ErrorDetail[] {
  if (name === undefined || isTimeZone(name)) return []
  const message = 'must be a name of the IANA time zone database, such as Europe/Berlin'
  return [{ path, code: 'unknown', message }]
}

/**
 * Returns true for the name of a time zone. Intl knows aliases that its list leaves out, and offsets such as +01:00,
 * which are no names.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
