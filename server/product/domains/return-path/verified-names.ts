import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { batcher } from '../../../platform/db/batching/batcher.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/** Finds out whether mail ever left with the return path of a name. */
export interface VerifiedReturnPaths {
  /**
   * Looks a name up; the promise rejects with failures of the database.
   *
   * @param name as A-labels in lower case
   * @param workspaceId workspace of the mail; absent for any workspace
   */
  includes(name: string, workspaceId?: WorkspaceId): Promise<boolean>
}

const selectNames = serviceStatement<[names: readonly string[]], { name: string; workspace_id: WorkspaceId }>(
  'select_return_path_names',
  'select name, workspace_id from return_path_names where name = any($1::text[])',
)

/** Milliseconds for which an answer is remembered. A name that is found stays, but further workspaces may get it. */
const remembered = { found: 5_000, unknown: 1_000 }

/**
 * Looks names up for strangers, who may ask for anything as often as they like: names that are asked for while a
 * look-up is under way go into the next one, so that only one runs at a time.
 */
export function verifiedReturnPaths(db: Knex): VerifiedReturnPaths {
  const known = new LRUCache<string, readonly WorkspaceId[]>(atMostEntries(10_000))
  const look = batcher(async (names: string[]) => {
    const rows = await selectNames(db, [...new Set(names)])
    return names.map((name) => rows.filter((row) => row.name === name).map((row) => row.workspace_id))
  })

  async function workspacesOf(name: string): Promise<readonly WorkspaceId[]> {
    const before = known.get(name)
    if (before !== undefined) return before
    const found = await look(name)
    known.set(name, found, { ttl: found.length > 0 ? remembered.found : remembered.unknown })
    return found
  }

  return {
    includes: async (name, workspaceId) => {
      const workspaces = await workspacesOf(name)
      return workspaceId === undefined ? workspaces.length > 0 : workspaces.includes(workspaceId)
    },
  }
}
