import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { searchPage, type Condition } from '../../../platform/http/lists/bounded-walk.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import {
  unclampedWindow,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import { parseTime } from '../../../platform/http/time.js'
import { recordSignals } from '../signals.js'
import type { ContactRow } from './contact-rows.js'

type Schemas = components['schemas']

interface ContactEventRow {
  readonly workspace_id: WorkspaceId
  readonly contact_id: Uuid
  readonly id: Uuid
  readonly name: string
  readonly properties: Schemas['ContactEventProperties']
  readonly at: Date
}

/** Milliseconds that an event's time may lie in the future, because clocks differ. */
const maxAhead = 3600 * 1000

/**
 * Records an event of a contact, for automations too.
 *
 * @param contact the contact, which an earlier statement has locked against deletion
 * @param depth the length of the chain of runs of automations that led to this event
 * @returns the event, and whether automations are to be woken after the commit
 * @throws ApiError 422 `validation_failed` if the event lies further ahead than clocks differ
 */
export async function recordContactEvent(
  tx: Transaction,
  contact: ContactRow,
  request: Schemas['RecordContactEventRequest'],
  depth = 0,
): Promise<{ event: Schemas['ContactEvent']; isWanted: boolean }> {
  const id = newUuid()
  const recordedAt = timeOf(id)
  const at = request.at === undefined ? recordedAt : parseTime(request.at, '/body/at')
  if (at.getTime() > recordedAt.getTime() + maxAhead) {
    throw refusedValue('/body/at', 'time', 'must be at most an hour ahead')
  }
  const { workspace_id, project_id: projectId } = contact
  const row = {
    workspace_id,
    contact_id: contact.id,
    id,
    name: request.name,
    properties: request.properties ?? {},
    at,
  }
  const isWanted = await recordContactEvents(tx, workspace_id, [{ ...row, projectId, depth }])
  return { event: presentContactEvent(row), isWanted }
}

/** An event to record, with the project of its contact. */
export interface NewContactEvent extends Omit<ContactEventRow, 'workspace_id'> {
  readonly projectId: Uuid
  /** Length of the chain of automation runs that caused each other and led to this event. */
  readonly depth: number
}

const insertEvents = statement<[workspaceId: WorkspaceId, events: string]>(
  'insert_contact_events',
  `insert into contact_events (workspace_id, contact_id, id, name, properties, at)
   select own.workspace_id, contact_id, id, name, properties, at
   from ${ownWorkspace} cross join json_to_recordset($2::json) as event(
     contact_id uuid, id uuid, name text, properties jsonb, at timestamptz)`,
)

/**
 * Records events of a workspace's contacts, for automations too. An earlier statement has locked the contacts against
 * deletion.
 *
 * @returns whether automations are to be woken after the commit
 */
export async function recordContactEvents(
  tx: Transaction,
  workspaceId: WorkspaceId,
  events: readonly NewContactEvent[],
): Promise<boolean> {
  await insertEvents(tx.sql, workspaceId, JSON.stringify(events))
  return recordSignals(
    tx,
    workspaceId,
    events.map(({ id, contact_id: contactId, projectId, name, at, depth }) => ({
      projectId,
      contactId,
      kind: 'event',
      name,
      contactEventId: id,
      occurredAt: at,
      depth,
    })),
  )
}

/** Returns a page of the events of a contact. */
export async function listContactEvents(
  db: Knex,
  contact: ContactRow,
  query: WindowQuery & { readonly name?: string },
): Promise<Page<Schemas['ContactEvent']>> {
  const search = {
    workspaceId: contact.workspace_id,
    table: 'contact_events',
    alias: 'event',
    conditions: [didBy(contact.id, query.name)],
    columns: 'event.*',
  }
  const found = await searchPage<ContactEventRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, (rows) => rows.map(presentContactEvent))
}

function didBy(contactId: Uuid, name: string | undefined): Condition {
  const equal = { contact_id: contactId, ...(name !== undefined && { name }) }
  return {
    sql: Object.keys(equal)
      .map((column) => `event.${column} = ?`)
      .join(' and '),
    values: Object.values(equal),
    index: { table: 'contact_events', equal, id: 'id' },
  }
}

function presentContactEvent(row: ContactEventRow): Schemas['ContactEvent'] {
  return {
    id: toTypeId('cev', row.id),
    contact_id: toTypeId('con', row.contact_id),
    name: row.name,
    properties: row.properties,
    at: row.at.toISOString(),
    created_at: timeOf(row.id).toISOString(),
  }
}
