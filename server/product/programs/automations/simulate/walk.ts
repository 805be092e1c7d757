import type { components } from '../../../../../generated/api-types.js'
import { toTypeId } from '../../../../platform/db/ids.js'
import { kindOf } from '../definition.js'
import type { EndedReason } from '../automation-rows.js'
import { simulateStep } from '../steps/kinds.js'
import { exitNow } from './exits.js'
import type { ShownStep, SimulatedResult } from './result.js'
import type { Simulation } from './simulation.js'

type Schemas = components['schemas']

/** The end of a simulated run. */
interface Walked {
  readonly status: 'completed' | 'exited' | 'failed'
  readonly endedReason: EndedReason | null
  readonly steps: ShownStep[]
}

/**
 * Follows a version from its start to its end. Steps never lead back, so each step is done once at most.
 *
 * @throws ApiError 503 `unavailable`
 */
export async function simulate(simulation: Simulation): Promise<Schemas['AutomationSimulation']> {
  const { automation, version } = simulation.input
  const of = { automation_id: toTypeId('aut', automation.id), version: version.version }
  const reason = await refusal(simulation)
  if (reason !== null) {
    return { ...of, entered: false, reason, status: null, ended_reason: null, steps: [] }
  }
  const { status, endedReason, steps } = await walk(simulation)
  return { ...of, entered: true, reason, status, ended_reason: endedReason, steps }
}

/**
 * Returns the part of the version that does not let the contact in; null if it enters. A rule that can no longer be
 * judged lets nobody in.
 */
async function refusal(simulation: Simulation): Promise<'trigger' | 'entry_rule' | null> {
  const { version, data, start } = simulation.input
  const { trigger, entry_rule: entryRule } = version.definition
  if (trigger.event !== undefined && !(await simulation.isTriggering(trigger.event, data, start))) {
    return 'trigger'
  }
  if (entryRule !== null && (await simulation.judge(entryRule)) !== true) return 'entry_rule'
  return null
}

async function walk(simulation: Simulation): Promise<Walked> {
  const { flow } = simulation.input.version
  const steps: ShownStep[] = []
  let key: string | null = flow.first
  for (;;) {
    const exit = await exitNow(simulation)
    if (exit !== undefined) return { status: 'exited', endedReason: exit, steps }
    if (key === null) return { status: 'completed', endedReason: null, steps }
    const flowStep = flow.step(key)
    if (flowStep === undefined) throw new Error('a step leads to one that its version does not have')
    const at = simulation.now
    const result = await simulateStep(simulation, flowStep.step)
    const { shown, until, ends } = result
    if (until !== undefined) simulation.now = until
    steps.push(shownStep(flowStep.step.key, kindOf(flowStep.step), at, result))
    if (shown.outcome === 'failed') return { status: 'failed', endedReason: null, steps }
    if (ends !== undefined) return { status: 'exited', endedReason: ends, steps }
    const next = shown.taken == null ? flowStep.next : flowStep.inside.get(shown.taken)
    if (next === undefined) throw new Error('a step has taken steps that it does not have')
    key = next
  }
}

function shownStep(
  key: string,
  kind: ShownStep['kind'],
  at: Date,
  { shown: { outcome, reason = null, detail = null, taken = null, mail = null }, until }: SimulatedResult,
): ShownStep {
  const end = until?.toISOString() ?? null
  return { key, kind, outcome, reason, detail, taken, at: at.toISOString(), until: end, mail }
}
