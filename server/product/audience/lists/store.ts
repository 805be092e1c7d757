import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/**
 * A `ListStore` knows the project of each list, for any workspace. A list that is not found is looked up again each
 * time.
 */
export interface ListStore {
  projectOf(workspaceId: WorkspaceId, listId: Uuid): Promise<Uuid | undefined>
}

const selectListProject = statement<[workspaceId: WorkspaceId, listId: Uuid], { project_id: Uuid }>(
  'select_list_project',
  'select project_id from subscriber_lists where workspace_id = $1 and id = $2',
)

/** Milliseconds for which a list is remembered, and so for which a deleted list may still be named. */
const someSeconds = 5_000

/** Makes a store with a cache, since every mail to a list asks for its project. A list never changes its project. */
export function listStore(db: Knex): ListStore {
  const cache = new LRUCache<string, Uuid, { workspaceId: WorkspaceId; listId: Uuid }>({
    ...atMostEntries(10_000),
    ttl: someSeconds,
    fetchMethod: async (_key, _stale, { context: { workspaceId, listId } }) =>
      (await selectListProject(db, workspaceId, listId))[0]?.project_id,
  })
  return {
    projectOf: (workspaceId, listId) =>
      cache.fetch(`${workspaceId} ${listId}`, { context: { workspaceId, listId } }),
  }
}
