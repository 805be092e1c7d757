import { durationMs } from '../../../audience/segments/durations.js'
import type { Step } from '../definition.js'
import { waitUntil } from '../steps/wait-times.js'
import { exitWithin } from './exits.js'
import { done, failed, type SimulatedResult } from './result.js'
import type { Simulation } from './simulation.js'

/** Lets the time of a wait pass, unless an exit ends the run before. */
export async function simulateWait(
  simulation: Simulation,
  wait: NonNullable<Step['wait']>,
): Promise<SimulatedResult> {
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

/** Lets the awaited event come or, where it is not among those of the contact, the time pass. */
export async function simulateWaitForEvent(
  simulation: Simulation,
  awaited: NonNullable<Step['wait_for_event']>,
): Promise<SimulatedResult> {
  const { now } = simulation
  const { name, timeout } = awaited
  const end = new Date(now.getTime() + (durationMs(timeout) ?? 0))
  const event = await simulation.matching(awaited, end)
  const exit = await exitWithin(simulation, event?.at ?? end)
  // At the same time, the exit is the first to be looked for.
  if (exit !== undefined) return exited(simulation, exit)
  if (event !== undefined) return { ...done(`${name} came.`), until: event.at > now ? event.at : now }
  const detail = `${name} did not come within ${timeout}.`
  return { shown: { outcome: 'timed_out', detail, taken: 'on_timeout' }, until: end }
}

function exited(
  { now }: Simulation,
  { name, at }: { readonly name: string; readonly at: Date },
): SimulatedResult {
  const detail = `${name} came, on which the run exits.`
  const until = at > now ? at : now
  return { shown: { outcome: 'skipped', reason: 'exit_event', detail }, until, ends: 'exit_event' }
}
