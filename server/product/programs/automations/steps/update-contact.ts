import { maxProperties, mergedProperties } from '../../../audience/contacts/upsert.js'
import type { ContactRow } from '../../../audience/contacts/contact-rows.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { withoutNulls } from '../simulate/contact.js'
import { done, failed, type SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { givenIn, type DoStep, type Given, type StepFails, type StepResult } from './step.js'

const merged = mergedProperties('contact.properties', '$5::jsonb')

/** Updates contacts row by row by the primary key. A contact that would have too many properties is left as it is. */
const update = statement<
  [
    workspaceId: WorkspaceId,
    ids: readonly Uuid[],
    namesIt: boolean,
    name: string | null,
    properties: string,
    at: Date,
  ],
  ContactRow
>(
  'update_contacts_of_runs',
  `update contacts contact set
     name = case when $3 then $4 else contact.name end,
     properties = ${merged},
     updated_at = greatest(contact.updated_at, $6)
   where contact.workspace_id = $1 and contact.id = any($2::uuid[])
     and (select count(*) from jsonb_object_keys(${merged})) <= ${maxProperties}
   returning contact.*`,
)

/** Returns the failure of a step that would give a contact too many properties. */
function tooManyProperties(): StepFails {
  return {
    kind: 'fails',
    code: 'too_many_properties',
    message: `The contact would have more than ${maxProperties} properties.`,
    mayRetry: false,
  }
}

/** Changes the contacts of runs, which are locked. All get the same changes, in one statement. */
export const updateContactStep: DoStep = async ({ sql }, { workspaceId, flowStep, runs }) => {
  const { name, properties = {} } = givenIn(flowStep.step, 'update_contact')
  const changed = await update(
    sql,
    workspaceId,
    [...new Set(runs.map(({ contact }) => contact.id))],
    name !== undefined,
    name ?? null,
    JSON.stringify(properties),
    new Date(),
  )
  const contacts = new Map(changed.map((contact) => [contact.id, contact]))
  return runs.map((run): StepResult => {
    const contact = contacts.get(run.contact.id)
    return contact === undefined ? tooManyProperties() : { kind: 'done', outcome: 'done', contact }
  })
}

/** Changes the simulated contact alone. */
export function simulateUpdate(
  { contact }: Simulation,
  { name, properties = {} }: Given<'update_contact'>,
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
