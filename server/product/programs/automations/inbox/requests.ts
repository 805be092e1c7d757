import type { Knex } from 'knex'
import { timeOf, type Uuid } from '../../../../platform/db/ids.js'
import { lockContacts } from '../start/contacts.js'
import { entryKeyOf } from '../start/keys.js'
import type { StartContext, StartRequest } from '../start/request.js'
import { eventsThatFit, propertiesOfEvents } from './events.js'
import { dataOfMails } from './mails.js'
import type { InboxRow } from './take.js'
import type { Triggered } from './triggered.js'

/**
 * Returns the requests to start runs of triggered automations: those whose conditions are met, for contacts that have
 * not been erased. The contacts are locked.
 */
export async function requestsOf(
  trx: Knex.Transaction,
  context: StartContext,
  triggered: readonly Triggered[],
): Promise<StartRequest[]> {
  const rows = [...new Set(triggered.map(({ row }) => row))]
  const contacts = rows.map((row) => ({ contactId: row.contact_id, projectId: row.project_id }))
  const kept = await lockContacts(trx, context.workspaceId, contacts)
  const possible = triggered.filter(({ row }) => kept.has(row.contact_id))
  const keptRows = rows.filter((row) => kept.has(row.contact_id))
  const known = {
    events: await propertiesOfEvents(trx, context.workspaceId, keptRows),
    mails: await dataOfMails(trx, context.workspaceId, keptRows),
  }
  const fitting = await thatFit(trx, context, possible)
  return fitting.flatMap(({ row, automation, version }): StartRequest[] => {
    const data = dataOf(row, known)
    if (data === undefined) return []
    const { inbound } = version.definition.trigger
    const isDoubtful = row.kind === 'inbound' && data['authenticated'] === false
    if (isDoubtful && inbound?.require_authenticated !== false) return []
    return [
      {
        automation,
        version,
        contactId: row.contact_id,
        triggerKind: kindOf(row),
        contactEventId: row.contact_event_id,
        inboundMessageId: row.inbound_message_id,
        data,
        key: entryKeyOf(version.definition.reentry, data),
        occurredAt: row.occurred_at,
        recordedAt: timeOf(row.id),
        depth: row.depth,
      },
    ]
  })
}

/** Returns the automations whose trigger has no conditions, or whose event meets the conditions. */
async function thatFit(
  trx: Knex.Transaction,
  { workspaceId, now }: StartContext,
  triggered: readonly Triggered[],
): Promise<Triggered[]> {
  const fitting = new Map<Uuid, ReadonlySet<Uuid>>()
  for (const { automation, version } of triggered) {
    const where = version.definition.trigger.event?.where
    if (where === undefined || fitting.has(automation.id)) continue
    const rows = triggered.filter((one) => one.automation.id === automation.id).map(({ row }) => row)
    fitting.set(automation.id, await eventsThatFit(trx, workspaceId, { rows, where, now }))
  }
  return triggered.filter(({ row, automation }) => {
    const ids = fitting.get(automation.id)
    return ids === undefined || (row.contact_event_id !== null && ids.has(row.contact_event_id))
  })
}

interface Known {
  readonly events: ReadonlyMap<Uuid, StartRequest['data']>
  readonly mails: ReadonlyMap<Uuid, StartRequest['data']>
}

/**
 * Returns the data of the run that a signal starts; undefined if the event or mail that it is about no longer exists.
 */
function dataOf(
  { kind, name, contact_event_id: eventId, inbound_message_id: mailId }: InboxRow,
  { events, mails }: Known,
): StartRequest['data'] | undefined {
  if (eventId !== null) return events.get(eventId)
  if (mailId !== null) return mails.get(mailId)
  return kind === 'contact_created' ? {} : { list_id: name }
}

function kindOf({ kind }: InboxRow): StartRequest['triggerKind'] {
  return kind === 'list_confirmed' || kind === 'list_unsubscribed' ? 'list' : kind
}
