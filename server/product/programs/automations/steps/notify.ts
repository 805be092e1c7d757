import type { components } from '../../../../../generated/api-types.js'
import type { ContactRow } from '../../../audience/contacts/contact-rows.js'
import { newUuid, toTypeId } from '../../../../platform/db/ids.js'
import type { NewEvent } from '../../../../platform/events/event-types.js'
import { insertEvents } from '../../../../platform/events/insert-event.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import type { RunRow } from '../automation-rows.js'
import { inJson } from '../definitions/field-mistakes.js'
import { done, type SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { givenIn, type DoStep, type Given } from './step.js'
import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'

type Schemas = components['schemas']

/** Notifies the servers of the workspace, through its webhooks. */
export function notifyStep(wakes: Pick<Wakes, 'webhooks'>): DoStep {
  return async (tx, { workspaceId, flowStep: { step }, runs }) => {
    const notify = givenIn(step, 'notify')
    const events = runs.map(({ run, contact }): NewEvent => {
      const data = notifiedData(step.key, notify, run, contact)
      const { project_id: projectId, environment } = run
      return { id: newUuid(), projectId, environment, type: 'automation.notified', data }
    })
    if (await insertEvents(tx.sql, workspaceId, events)) tx.afterCommit(wakes.webhooks)
    return runs.map(() => ({ kind: 'done', outcome: 'done' }))
  }
}

function notifiedData(
  stepKey: string,
  { name, data = {} }: Given<'notify'>,
  run: RunRow,
  contact: ContactRow,
): Schemas['AutomationNotifiedData'] {
  return {
    automation_id: toTypeId('aut', run.automation_id),
    version: run.version,
    run_id: toTypeId('run', run.id),
    contact_id: toTypeId('con', contact.id),
    email: contact.email,
    step_key: stepKey,
    name,
    data,
    trigger: { ...run.data },
  }
}

/** Reports the notification that the step would send. Nothing is sent. */
export function simulateNotify(_simulation: Simulation, { name }: Given<'notify'>): SimulatedResult {
  return done(`Notifies your webhooks of ${name} with the event automation.notified.`)
}

/** The most JSON of the data, in bytes. */
const maxDataBytes = 16_000

/**
 * Returns the mistakes of a step that notifies.
 *
 * @param at a JSON Pointer to the content of the step
 */
export function mistakesInNotify({ data }: Given<'notify'>, at: string): ErrorDetail[] {
  return inJson(data, maxDataBytes, `${at}/data`)
}
