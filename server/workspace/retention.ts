import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'

export const dayMs = 24 * 60 * 60 * 1000

const selectRetention = statement<[Uuid], { retention_days: number }>(
  'select_retention',
  'select retention_days from workspaces where id = $1',
)

/** Finds the beginning of what a workspace may still read. */
export type RetentionStart = (workspaceId: Uuid) => Promise<Date>

/**
 * The retention window is asked for at every read and changes by an operator's hand: a minute old will do.
 */
export function retentionStart(db: Knex): RetentionStart {
  const days = new LRUCache<Uuid, number>({
    max: 10_000,
    ttl: 60_000,
    fetchMethod: async (workspaceId) => (await selectRetention(db, workspaceId))[0]?.retention_days,
  })
  return async (workspaceId) => {
    const retained = await days.fetch(workspaceId)
    if (retained === undefined) throw new Error('a principal names a workspace that does not exist')
    return new Date(Date.now() - retained * dayMs)
  }
}
