import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'

/**
 * Row by row by the primary key. The lock keeps a contact from being deleted, and lets one transaction at a
 * time start runs of it; what happens to the contact goes on being recorded.
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
 * Locks contacts for the start of runs, until the transaction ends. Who locks runs as well has done so
 * before.
 *
 * @returns those that there are: others have been erased, or are of another project
 */
export async function lockContacts(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  contacts: readonly ContactOfProject[],
): Promise<ReadonlySet<Uuid>> {
  if (contacts.length === 0) return new Set()
  const projects = new Map(contacts.map(({ contactId, projectId }) => [contactId, projectId]))
  // In one order, so that no two wait for each other.
  const sorted = [...projects].sort(([one], [other]) => (one < other ? -1 : 1))
  const found = await lock(
    trx,
    workspaceId,
    sorted.map(([id]) => id),
    sorted.map(([, projectId]) => projectId),
  )
  return new Set(found.map(({ id }) => id))
}
