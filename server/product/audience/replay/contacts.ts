import type { Knex } from 'knex'
import { timeOf, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { atKey } from '../../../platform/db/statements/at-key.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { ReplayLine } from '../../../platform/ledger/replay-part.js'
import type { KnownContact } from '../contacts/ledger-entries.js'
import type { Gone } from './gone.js'

/** A ledger line that is about a contact. */
type ContactLine = ReplayLine<'contact_opt_out' | 'contact_topic' | 'list_subscription'>

/**
 * The contact that a line is about, as the database has it now. `gone`: the contact was deleted or erased since, or
 * another person has its address by now. `unknown`: there is no such contact, and none can be made.
 */
export type Found = KnownContact | 'gone' | 'unknown'

const selectById = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], KnownContact>(
  'select_contacts_of_ledger',
  `select workspace_id, id, project_id, environment, address from contacts
   where workspace_id = $1 and id = any($2::uuid[])`,
)

/**
 * Selects contacts row by row along the index of addresses, because the order by address and project is that of this
 * index alone.
 */
const selectByAddress = statement<
  [workspaceId: WorkspaceId, projectIds: readonly Uuid[], addresses: readonly string[]],
  KnownContact
>(
  'select_contacts_of_ledger_by_address',
  `select found.* from unnest($2::uuid[], $3::text[]) as asked (project_id, address)
   cross join lateral (
     select workspace_id, id, project_id, environment, address from contacts
     where workspace_id = $1 and ${atKey('address, project_id', 'asked.address, asked.project_id')}
     order by address, project_id limit 1
   ) found`,
)

/** Inserts contacts that have nothing but their address, in projects that exist. */
const insert = statement<[workspaceId: WorkspaceId, contacts: string], KnownContact>(
  'insert_contacts_of_ledger',
  `insert into contacts (workspace_id, id, project_id, environment, email, address)
   select own.workspace_id, given.id, project.id, project.environment, given.address, given.address
   from ${ownWorkspace} cross join json_to_recordset($2::json) as given (id uuid, project_id uuid, address text)
   join projects project on project.workspace_id = $1 and project.id = given.project_id
   order by given.address
   on conflict do nothing
   returning workspace_id, id, project_id, environment, address`,
)

/**
 * Finds the contacts of lines by their ids, or else by their addresses. If a line takes something away from a contact
 * that no longer exists, the contact is created, so that a later import does not write to this person again.
 *
 * @returns the contact found for each line, in their order
 */
export async function contactsOf(
  sql: Knex.Transaction,
  gone: Gone,
  lines: readonly ContactLine[],
): Promise<readonly Found[]> {
  const workspaceId = lines[0]?.ws ?? ''
  const ids = lines.map(contactIdOf)
  const byId = mapBy(await selectById(sql, workspaceId, [...new Set(ids)]), ({ id }) => id)
  const isGone = lines.map((line, index) => gone.has(line, ids[index] ?? '', line.state.project_id))
  const others = lines.filter(
    (line, index) => line.address !== undefined && !byId.has(ids[index] ?? '') && isGone[index] !== true,
  )
  const byAddress = mapBy(
    await selectByAddress(
      sql,
      workspaceId,
      others.map(({ state }) => state.project_id),
      others.map(({ address = '' }) => address),
    ),
    placeOf,
  )
  const wanted = new Map<string, object>()
  for (const line of others) {
    const { address = '', state, gives } = line
    const place = placeOf({ project_id: state.project_id, address })
    const asked = { id: contactIdOf(line), project_id: state.project_id, address }
    if (gives !== true && !byAddress.has(place) && !wanted.has(place)) wanted.set(place, asked)
  }
  const made = wanted.size === 0 ? [] : await insert(sql, workspaceId, JSON.stringify([...wanted.values()]))
  const madeByPlace = mapBy(made, placeOf)

  return lines.map((line, index) => {
    if (isGone[index] === true) return 'gone'
    const known = byId.get(ids[index] ?? '')
    if (known !== undefined) return known
    const { address = '', state } = line
    const place = placeOf({ project_id: state.project_id, address })
    const other = byAddress.get(place)
    // A contact that was created after the line has decided for itself.
    if (other !== undefined) return timeOf(other.id) < new Date(line.at) ? other : 'gone'
    return madeByPlace.get(place) ?? 'unknown'
  })
}

/**
 * Returns the id of a line's contact. A subject is the contact's id, or that id and a topic; lines about lists have
 * the id in their state.
 */
function contactIdOf({ kind, id = '', state }: ContactLine): Uuid {
  if (kind === 'list_subscription') return (state as ReplayLine<'list_subscription'>['state']).contact_id
  return id.split(' ')[0] ?? ''
}

const placeOf = ({ project_id, address }: Pick<KnownContact, 'project_id' | 'address'>) =>
  `${project_id} ${address}`

function mapBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]))
}
