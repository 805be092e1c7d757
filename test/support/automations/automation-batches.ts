import type { ContactRow } from '../../../server/product/audience/contacts/contact-rows.js'
import { newUuid, type Uuid } from '../../../server/platform/db/ids.js'
import type { Step } from '../../../server/product/programs/automations/definition.js'
import { flowOf } from '../../../server/product/programs/automations/flow.js'
import type { RunRow } from '../../../server/product/programs/automations/automation-rows.js'
import type { StepBatch } from '../../../server/product/programs/automations/steps/step.js'

/** Contacts of a workspace at a step of an automation that is not stored, each with a run that is not either. */
export function batchAt(step: Step, contacts: readonly ContactRow[], run: Partial<RunRow> = {}): StepBatch {
  const flow = flowOf({ steps: [step] })
  const flowStep = flow.step(step.key)
  const [first] = contacts
  if (flowStep === undefined || first === undefined) throw new Error('nobody is at the step')
  const definition = {
    trigger: { manual: {} },
    entry_rule: null,
    reentry: {},
    exit_on: [],
    sender: {},
    steps: [step],
  }
  const { workspace_id: workspaceId } = first
  const automationId = newUuid()
  const runs = contacts.map((contact) => ({ contact, run: { ...runOf(contact, automationId), ...run } }))
  const version = { workspaceId, automationId, version: 1, definition, flow }
  return { workspaceId, version, flowStep, runs, now: new Date() }
}

function runOf(contact: ContactRow, automationId: Uuid): RunRow {
  const now = new Date()
  return {
    workspace_id: contact.workspace_id,
    id: newUuid(),
    automation_id: automationId,
    version: 1,
    project_id: contact.project_id,
    environment: contact.environment,
    contact_id: contact.id,
    status: 'running',
    trigger_kind: 'manual',
    contact_event_id: null,
    inbound_message_id: null,
    data: { total: 10 },
    entry_key: null,
    since: now,
    started_at: now,
    depth: 0,
    step_key: 'step',
    step_started_at: now,
    steps_taken: 0,
    wait_until: null,
    wait_event: null,
    blocked_by: null,
    attempts: 0,
    error_code: null,
    error_message: null,
    ended_reason: null,
    ended_at: null,
    due_at: now,
  }
}
