import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import type { ContactRow } from '../../../audience/contacts/contact-rows.js'
import { durationMs } from '../../../audience/segments/rules/durations.js'
import { fromTypeId } from '../../../../platform/db/ids.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { parseTime } from '../../../../platform/http/time.js'
import { maxWaitDays, maxWaitMs } from '../durations.js'
import type { AutomationDependencies } from '../dependencies.js'
import { findAutomation, findVersion, type AutomationKey, type AutomationRow } from '../automation-rows.js'
import { admitData } from '../start/data.js'
import { inventedContact, realContact, type SimulatedContact, type SimulatedEvent } from './contact.js'
import type { SimulationInput } from './simulation.js'
import { flowOf } from '../flow.js'

type Asked = components['schemas']['SimulateAutomationRequest']

/**
 * Checks the request for a simulation, and finds the automation, the version and the contact that it names.
 *
 * @throws ApiError 404 `not_found`, 422 `validation_failed`
 */
export async function admitSimulation(
  { clock, retention }: Pick<AutomationDependencies, 'clock' | 'retention'>,
  db: Knex,
  key: AutomationKey,
  asked: Asked,
): Promise<SimulationInput> {
  const automation = await findAutomation(db, key)
  const number = asked.version ?? automation.latest_version
  const { definition } = await findVersion(db, key, number)
  const start = asked.at === undefined ? clock() : parseTime(asked.at, '/body/at')
  const version = {
    workspaceId: key.workspaceId,
    automationId: key.id,
    version: number,
    definition,
    flow: flowOf(definition),
  }
  return {
    automation,
    version,
    contact: await admitContact(db, automation, asked, {
      events: admitEvents(asked.events ?? [], start),
      start,
    }),
    data: admitData(asked.data, '/body/data'),
    start,
    retainedSince: await retention(key.workspaceId),
  }
}

function admitEvents(given: NonNullable<Asked['events']>, start: Date): SimulatedEvent[] {
  return given.map(({ name, properties = {}, after }, index) => {
    const ms = after === undefined ? 0 : durationMs(after)
    if (ms === undefined || ms > maxWaitMs) {
      const message = `must be an ISO 8601 duration of days, hours, minutes and seconds, such as P3D, of at most ${maxWaitDays} days`
      throw refusedValue(`/body/events/${index}/after`, 'type', message)
    }
    return { name, properties, at: new Date(start.getTime() + ms) }
  })
}

async function admitContact(
  db: Knex,
  automation: AutomationRow,
  { contact_id: contactId, contact: invented }: Asked,
  { events, start }: { readonly events: readonly SimulatedEvent[]; readonly start: Date },
): Promise<SimulatedContact> {
  if ((contactId === undefined) === (invented === undefined)) {
    throw refusedValue('/body', 'contact', 'must have either contact_id or contact')
  }
  if (invented !== undefined) {
    await refuseUnknownLists(db, automation, invented.confirmed_lists ?? [])
    return inventedContact(automation, invented, events, start)
  }
  const { workspace_id, project_id } = automation
  const where = { workspace_id, project_id, id: fromTypeId('con', contactId ?? '') }
  const row = await db<ContactRow>('contacts').where(where).first()
  if (row === undefined) {
    throw refusedValue('/body/contact_id', 'not_found', 'must be a contact of the project')
  }
  return realContact(row, events)
}

async function refuseUnknownLists(
  db: Knex,
  { workspace_id, project_id }: AutomationRow,
  given: readonly string[],
): Promise<void> {
  if (given.length === 0) return
  const ids = given.map((id) => fromTypeId('lst', id))
  const rows = await db('subscriber_lists')
    .where({ workspace_id, project_id })
    .whereIn('id', ids)
    .select('id')
  const known = new Set(rows.map(({ id }: { id: string }) => id))
  const index = ids.findIndex((id) => !known.has(id))
  if (index < 0) return
  const path = `/body/contact/confirmed_lists/${index}`
  throw refusedValue(path, 'not_found', 'must be a subscriber list of the project')
}
