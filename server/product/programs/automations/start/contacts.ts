import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'

/**
 * Locks contacts row by row by the primary key. The lock keeps a contact from being deleted, and lets one transaction
 * at a time start runs of it. Events of the contact can still be recorded.
 */
const lock = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[], projectIds: readonly Uuid[]],
  { id: Uuid }
>(
  'lock_contacts_that_begin',
  `select contact.id from unnest($2::uuid[], $3::uuid[]) asked (id, project_id)
   cross join lateral (
     select id from contacts where workspace_id = $1 and id = asked.id and project_id = asked.project_id
     limit 1 for no key update
   ) contact`,
)

/** A contact of a project. */
export interface ContactOfProject {
  readonly contactId: Uuid
  readonly projectId: Uuid
}

/**
 * Locks contacts for the start of runs, until the transaction ends. A transaction that also locks runs has done so
 * before.
 *
 * @returns the contacts that exist: others have been erased, or belong to another project
 */
export async function lockContacts(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  contacts: readonly ContactOfProject[],
): Promise<ReadonlySet<Uuid>> {
  if (contacts.length === 0) return new Set()
  const projects = new Map(contacts.map(({ contactId, projectId }) => [contactId, projectId]))
  // Contacts are locked in one order, so that no two transactions wait for each other.
  const sorted = [...projects].sort(([one], [other]) => (one < other ? -1 : 1))
  const found = await lock(
    trx,
    workspaceId,
    sorted.map(([id]) => id),
    sorted.map(([, projectId]) => projectId),
  )
  return new Set(found.map(({ id }) => id))
}
