import type { Knex } from 'knex'
import { compileProperty } from '../../../audience/segments/sql/compile-value.js'
import { Parameters } from '../../../audience/segments/sql/parameters.js'
import type { PropertyCondition } from '../../../audience/segments/rules/rule.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { runSql } from '../../../../platform/db/statements/run-sql.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { InboxRow } from './take.js'

type Properties = Readonly<Record<string, unknown>>

/** Selects events row by row by the primary key. */
const select = statement<
  [workspaceId: WorkspaceId, contactIds: readonly Uuid[], ids: readonly Uuid[]],
  { id: Uuid; properties: Properties }
>(
  'select_events_of_signals',
  `select event.id, event.properties from unnest($2::uuid[], $3::uuid[]) asked (contact_id, id)
   cross join lateral (
     select id, properties from contact_events
     where workspace_id = $1 and contact_id = asked.contact_id and id = asked.id limit 1
   ) event`,
)

/** Returns the properties of the events that rows are about, by the events' ids. */
export async function propertiesOfEvents(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  rows: readonly InboxRow[],
): Promise<ReadonlyMap<Uuid, Properties>> {
  const asked = keysOf(rows)
  if (asked.ids.length === 0) return new Map()
  const found = await select(trx, workspaceId, asked.contactIds, asked.ids)
  return new Map(found.map(({ id, properties }) => [id, properties]))
}

/** Returns the events that meet the conditions of a trigger. */
export async function eventsThatFit(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  {
    rows,
    where,
    now,
  }: {
    readonly rows: readonly InboxRow[]
    readonly where: readonly PropertyCondition[]
    /** The time from which durations count back. */
    readonly now: Date
  },
): Promise<ReadonlySet<Uuid>> {
  const asked = keysOf(rows)
  const values: unknown[] = [workspaceId, asked.contactIds, asked.ids]
  const parameters = new Parameters(values)
  const conditions = where.map((condition) => compileProperty(condition, 'event.properties', now, parameters))
  const text = `
    select event.id from unnest($2::uuid[], $3::uuid[]) asked (contact_id, id)
    cross join lateral (
      select id, properties from contact_events
      where workspace_id = $1::uuid and contact_id = asked.contact_id and id = asked.id limit 1
    ) event
    where ${conditions.join(' and ')}`
  return new Set((await runSql<{ id: Uuid }>(trx, text, values)).map(({ id }) => id))
}

function keysOf(rows: readonly InboxRow[]): { readonly contactIds: Uuid[]; readonly ids: Uuid[] } {
  const contactIds: Uuid[] = []
  const ids: Uuid[] = []
  for (const { contact_id: contactId, contact_event_id: id } of rows) {
    if (id === null) continue
    contactIds.push(contactId)
    ids.push(id)
  }
  return { contactIds, ids }
}
