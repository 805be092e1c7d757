import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { atKey } from '../../../platform/db/statements/at-key.js'
import { statement } from '../../../platform/db/statements/statement.js'

/** The sender of a mail, to be found among the contacts of a project. */
export interface WantedContact {
  readonly projectId: Uuid
  /** Address in the form of `foldAddress`. No contact has an empty one. */
  readonly address: string
}

/**
 * Locks contacts: finds them row by row along the index of addresses, which alone has the order of the comparison;
 * then locks them by the primary key, in the order in which all transactions lock contacts, so that no two wait for
 * each other.
 */
const lock = statement<
  [workspaceId: WorkspaceId, projectIds: readonly Uuid[], addresses: readonly string[]],
  { id: Uuid; project_id: Uuid; address: string }
>(
  'lock_contacts_of_inbound_mail',
  `select id, project_id, address from contacts
   where workspace_id = $1 and id = any(array(
     select found.id from unnest($2::uuid[], $3::text[]) as asked (project_id, address)
     cross join lateral (
       select id from contacts
       where workspace_id = $1
         and ${atKey('address, project_id', 'asked.address, asked.project_id')}
       order by address, project_id limit 1
     ) found
   ))
   order by id for key share`,
)

/**
 * Returns the contacts with these addresses, and locks them until the transaction ends against deletion, as
 * `recordSignal` needs.
 *
 * @returns one entry for each address, in their order; null if there is no contact
 */
export async function lockContacts(
  sql: Knex,
  workspaceId: WorkspaceId,
  wanted: readonly WantedContact[],
): Promise<(Uuid | null)[]> {
  const named = wanted.filter(({ address }) => address !== '')
  if (named.length === 0) return wanted.map(() => null)
  const rows = await lock(
    sql,
    workspaceId,
    named.map(({ projectId }) => projectId),
    named.map(({ address }) => address),
  )
  const found = new Map(rows.map((row) => [keyOf(row.project_id, row.address), row.id]))
  return wanted.map(({ projectId, address }) => found.get(keyOf(projectId, address)) ?? null)
}

function keyOf(projectId: Uuid, address: string): string {
  return `${projectId} ${address}`
}
