import { fromTypeId } from '../../../../platform/db/ids.js'
import type { EndedReason } from '../automation-rows.js'
import type { SimulatedEvent } from './contact.js'
import type { Simulation } from './simulation.js'
import type { SimulatedResult } from './result.js'

/** Returns the exit that applies now, as before each step; undefined if none does. */
export async function exitNow(simulation: Simulation): Promise<EndedReason | undefined> {
  const { contact, input, now } = simulation
  for (const { event, list, rule } of input.version.definition.exit_on) {
    if (event !== undefined && (await simulation.matching(event, now)) !== undefined) return 'exit_event'
    if (list !== undefined) {
      const left = contact.subscriptions.get(fromTypeId('lst', list.list_id))
      if (left?.status === list.on && left.at >= input.start) return 'exit_list'
    }
    // A rule that can no longer be judged ends nothing.
    if (rule !== undefined && (await simulation.judge(rule)) === true) return 'exit_rule'
  }
  return undefined
}

/**
 * Returns the first event until a time on which the run exits. Nothing but events happens to a contact while it
 * waits.
 */
export async function exitWithin(simulation: Simulation, to: Date): Promise<SimulatedEvent | undefined> {
  let first: SimulatedEvent | undefined
  for (const { event } of simulation.input.version.definition.exit_on) {
    const found = event === undefined ? undefined : await simulation.matching(event, to)
    if (found !== undefined && (first === undefined || found.at < first.at)) first = found
  }
  return first
}

/** Returns the result of a wait that an exit ends. */
export function exited(
  { now }: Simulation,
  { name, at }: { readonly name: string; readonly at: Date },
): SimulatedResult {
  const detail = `${name} came, on which the run exits.`
  const until = at > now ? at : now
  return { shown: { outcome: 'skipped', reason: 'exit_event', detail }, until, ends: 'exit_event' }
}
