import type { Knex } from 'knex'
import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import { refusedValue } from '../http/errors.js'

/** What holds for the domains of a workspace together. */

/** Each is checked for ever. */
export const maxDomains = 1000

/** One request at a time adds domains to a workspace, so that the count holds. */
export const lockWorkspaceDomains = statement<[workspaceId: Uuid]>(
  'lock_workspace_of_domains',
  'select from workspaces where id = $1 for no key update',
)

const selectRoom = statement<[workspaceId: Uuid, name: string], { count: number; taken: boolean }>(
  'select_room_for_domain',
  `select count(*)::int as count, coalesce(bool_or(name = $2), false) as taken from domains where workspace_id = $1`,
)

/** @throws ApiError 422 `validation_failed` where the workspace has the domain already, or too many */
export async function refuseBeyondRoom(db: Knex, workspaceId: Uuid, name: string): Promise<void> {
  const [room] = await selectRoom(db, workspaceId, name)
  if (room?.taken === true) throw refusedValue('/body/name', 'taken', 'is a domain of the workspace already')
  if ((room?.count ?? 0) < maxDomains) return
  throw refusedValue('/body/name', 'too_many', `would make more than ${maxDomains} domains of the workspace`)
}
