import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { WorkspaceId } from '../db/ids.js'
import { statement } from './statements/statement.js'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

export const dayMs = 24 * 60 * 60 * 1000

/**
 * Milliseconds for which a retention is remembered. With the look-up itself, a change holds everywhere after 5
 * seconds.
 */
const cachedMs = 3_000

/** Selects the number of days for which a workspace's history is kept. */
export const selectRetention = statement<[workspaceId: WorkspaceId], { retention_days: number }>(
  'select_retention',
  'select retention_days from workspaces where id = $1',
)

/** Returns the time at which the history that a workspace may still read begins. */
export type RetentionStart = (workspaceId: WorkspaceId) => Promise<Date>

/** A {@link RetentionStart} that remembers its results for some seconds. */
export interface CachedRetention extends RetentionStart {
  /** Drops the remembered retention in this process. Call it after the commit of a change. */
  forget(workspaceId: WorkspaceId): void
}

/** Makes a cached {@link RetentionStart}, since every read asks for it. */
export function retentionStart(db: Knex): CachedRetention {
  const days = new LRUCache<WorkspaceId, number>({
    ...atMostEntries(10_000),
    ttl: cachedMs,
    // If `forget` is called during a look-up, its callers get the result, but it is not remembered.
    ignoreFetchAbort: true,
    fetchMethod: async (workspaceId) => (await selectRetention(db, workspaceId))[0]?.retention_days,
  })
  const start: RetentionStart = async (workspaceId) => {
    const retained = await days.fetch(workspaceId)
    if (retained === undefined) throw new Error('a principal names a workspace that does not exist')
    return new Date(Date.now() - retained * dayMs)
  }
  return Object.assign(start, { forget: (workspaceId: WorkspaceId) => void days.delete(workspaceId) })
}
