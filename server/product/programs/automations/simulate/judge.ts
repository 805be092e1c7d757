import type { Knex } from 'knex'
import { atKey } from '../../../../platform/db/statements/at-key.js'
import { lookedAt } from '../../../audience/segments/sql/compile-history.js'
import { compileNode } from '../../../audience/segments/sql/compile.js'
import { Parameters } from '../../../audience/segments/sql/parameters.js'
import type { ResolvedRule, RuleContext } from '../../../audience/segments/rules/rule.js'
import { fromTypeId, type Uuid } from '../../../../platform/db/ids.js'
import { runSql } from '../../../../platform/db/statements/run-sql.js'
import type { SimulatedContact } from './contact.js'

/**
 * Returns true if a rule selects a contact of a simulation. It uses the SQL that judges stored contacts, and replaces
 * the tables that this reads by tables of the same names.
 */
export async function holds(
  db: Knex,
  rule: ResolvedRule,
  contact: SimulatedContact,
  context: RuleContext,
): Promise<boolean> {
  const values: unknown[] = []
  const parameters = new Parameters(values)
  const judged = compileNode(rule, context, parameters)
  const named = namesIn(rule)
  const text = `
    with contact_events as (${eventsOf(contact, named.events, context, parameters)}),
      subscriptions as (${subscriptionsOf(contact, named.lists, parameters)})
      ${contact.isReal ? '' : mailOfNobody}
    select ${judged} as holds from (${rowOf(contact, parameters)}) contact`
  return (await runSql<{ holds: boolean }>(db, text, values))[0]?.holds === true
}

/** SQL that leaves an invented contact without any mail, sent or received. */
const mailOfNobody = `,
      message_logs as (select * from message_logs where false),
      inbound_messages as (select * from inbound_messages where false)`

/** Returns SQL of the row of the contact. */
function rowOf({ row }: SimulatedContact, parameters: Parameters): string {
  return `select ${parameters.add(row.workspace_id, 'uuid')} as workspace_id,
    ${parameters.add(row.id, 'uuid')} as id, ${parameters.add(row.project_id, 'uuid')} as project_id,
    ${parameters.add(row.email, 'text')} as email, ${parameters.add(row.address, 'text')} as address,
    ${parameters.add(row.name, 'text')} as name, ${parameters.add(JSON.stringify(row.properties), 'jsonb')} as properties,
    ${parameters.add(row.unsubscribed_at?.toISOString() ?? null, 'timestamptz')} as unsubscribed_at`
}

/** Returns SQL of the simulated events, and of as many stored ones of the rule's names as a rule looks at. */
function eventsOf(
  { isReal, row, events }: SimulatedContact,
  names: readonly string[],
  { asOf }: RuleContext,
  parameters: Parameters,
): string {
  const workspaceId = parameters.add(row.workspace_id, 'uuid')
  const contactId = parameters.add(row.id, 'uuid')
  const given = parameters.add(JSON.stringify(events), 'jsonb')
  const simulated = `
    select ${workspaceId} as workspace_id, ${contactId} as contact_id, name, properties, at
    from jsonb_to_recordset(${given}) as simulated(name text, properties jsonb, at timestamptz)`
  if (!isReal) return simulated
  return `
    select stored.* from unnest(${parameters.add(names, 'text[]')}) as asked (name)
    cross join lateral (
      select event.workspace_id, event.contact_id, event.name, event.properties, event.at
      from contact_events event
      where event.workspace_id = ${workspaceId} and event.contact_id = ${contactId}
        and (event.name, event.at) >= (asked.name, '-infinity'::timestamptz)
        and (event.name, event.at) <= (asked.name, ${parameters.add(asOf.toISOString(), 'timestamptz')})
      order by event.name desc, event.at desc
      limit ${lookedAt}
    ) stored
    union all ${simulated}`
}

/**
 * Returns SQL of the subscriptions to the rule's lists, as the simulation has left them. Only the index of addresses
 * has the order, whatever the planner knows about the table.
 */
function subscriptionsOf(
  { isReal, row, subscriptions }: SimulatedContact,
  lists: readonly Uuid[],
  parameters: Parameters,
): string {
  const workspaceId = parameters.add(row.workspace_id, 'uuid')
  const address = parameters.add(row.address, 'text')
  const left = [...subscriptions].map(([listId, { status }]) => ({ list_id: listId, status }))
  const simulated = `
    select ${workspaceId} as workspace_id, list_id, ${address} as address, status
    from jsonb_to_recordset(${parameters.add(JSON.stringify(left), 'jsonb')}) as simulated(list_id uuid, status text)`
  if (!isReal) return simulated
  const others = lists.filter((id) => !subscriptions.has(id))
  return `
    select stored.* from unnest(${parameters.add(others, 'uuid[]')}) as asked (id)
    cross join lateral (
      select workspace_id, list_id, address, status from subscriptions
      where workspace_id = ${workspaceId} and ${atKey('list_id, address', `asked.id, ${address}`)}
      order by list_id, address limit 1
    ) stored
    union all ${simulated}`
}

interface Named {
  readonly events: readonly string[]
  readonly lists: readonly Uuid[]
}

/** Returns the events and lists that a rule names, each once. */
function namesIn(rule: ResolvedRule): Named {
  const events = new Set<string>()
  const lists = new Set<Uuid>()
  const visit = (node: ResolvedRule): void => {
    for (const part of node.all ?? node.any ?? []) visit(part)
    if (node.not !== undefined) visit(node.not)
    if (node.segment !== undefined) visit(node.segment.rule)
    if (node.event !== undefined) events.add(node.event.name)
    if (node.list !== undefined) lists.add(fromTypeId('lst', node.list.list_id))
  }
  visit(rule)
  return { events: [...events], lists: [...lists] }
}
