import type { components } from '../../../../../generated/api-types.js'
import { maxProperties } from '../../../audience/contacts/upsert.js'
import type { Step } from '../definition.js'
import { tooManyProperties } from '../steps/update-contact.js'
import { withoutNulls } from './contact.js'
import { done, failed, type SimulatedResult } from './result.js'
import { simulateSend } from './send.js'
import type { Simulation } from './simulation.js'
import { simulateSubscribe, simulateUnsubscribe } from './subscriptions.js'
import { simulateWait, simulateWaitForEvent } from './waits.js'

type Schemas = components['schemas']

/** Does a step of a simulation: it changes the simulated contact alone. */
export async function simulateStep(simulation: Simulation, step: Step): Promise<SimulatedResult> {
  if (step.send !== undefined) return simulateSend(simulation, step.send)
  if (step.wait !== undefined) return simulateWait(simulation, step.wait)
  if (step.wait_for_event !== undefined) return simulateWaitForEvent(simulation, step.wait_for_event)
  if (step.branch !== undefined) return simulateBranch(simulation, step.branch)
  if (step.update_contact !== undefined) return simulateUpdate(simulation, step.update_contact)
  if (step.subscribe !== undefined) return simulateSubscribe(simulation, step.subscribe)
  if (step.unsubscribe !== undefined) return simulateUnsubscribe(simulation, step.unsubscribe)
  if (step.record_event !== undefined) return simulateEvent(simulation, step.record_event)
  if (step.notify !== undefined) {
    return done(`Notifies your webhooks of ${step.notify.name} with the event automation.notified.`)
  }
  const detail = step.exit?.reason ?? 'The step ends the run.'
  return { shown: { outcome: 'done', reason: 'exit_step', detail }, ends: 'exit_step' }
}

async function simulateBranch(
  simulation: Simulation,
  { cases }: Schemas['AutomationBranch'],
): Promise<SimulatedResult> {
  for (const [index, { if: rule }] of cases.entries()) {
    const judged = await simulation.judge(rule)
    if (typeof judged === 'object') {
      return failed({ code: 'segment_invalid', message: `The rule cannot be evaluated: ${judged.invalid}` })
    }
    if (judged) return taking(`cases/${index}`, `The rule of case ${index + 1} holds.`)
  }
  return taking('else', 'No case holds.')
}

function taking(taken: string, detail: string): SimulatedResult {
  return { shown: { outcome: 'done', detail, taken } }
}

function simulateUpdate(
  { contact }: Simulation,
  { name, properties = {} }: Schemas['AutomationUpdateContact'],
): SimulatedResult {
  const merged = withoutNulls({ ...contact.row.properties, ...properties })
  if (Object.keys(merged).length > maxProperties) return failed(tooManyProperties())
  contact.row = { ...contact.row, properties: merged, ...(name !== undefined && { name }) }
  const changes = [
    ...(name === undefined ? [] : [`name: ${JSON.stringify(name)}`]),
    ...Object.entries(properties).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  ]
  return done(`Changes the contact: ${changes.join(', ')}.`)
}

function simulateEvent(
  { contact, now }: Simulation,
  { name, properties = {} }: Schemas['AutomationRecordEvent'],
): SimulatedResult {
  contact.events.push({ name, properties, at: now })
  return done(`Records the event ${name}.`)
}
