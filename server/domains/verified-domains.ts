import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'

/** How long a look-up may be remembered, and so how long a domain that was removed may still be sent from. */
const rememberedMs = 5_000

export interface VerifiedDomains {
  /**
   * Whether a workspace may send from a domain.
   *
   * @param name as `normalizeDomain` writes it
   */
  has(workspaceId: Uuid, name: string): Promise<boolean>
}

/** A degraded domain was verified and lacks something now; its mail goes on while the owner mends it. */
const selectVerified = statement<[workspaceId: Uuid, name: string], { id: Uuid }>(
  'select_verified_domain',
  `select id from domains where workspace_id = $1 and name = $2 and state in ('verified', 'degraded')`,
)

/** Looks domains up, remembering for some seconds what it found, also that there is none. */
export function verifiedDomains(db: Knex): VerifiedDomains {
  const cache = new LRUCache<string, boolean, { workspaceId: Uuid; name: string }>({
    max: 10_000,
    ttl: rememberedMs,
    fetchMethod: async (_key, _stale, { context: { workspaceId, name } }) =>
      (await selectVerified(db, workspaceId, name)).length > 0,
  })
  return {
    has: async (workspaceId, name) =>
      (await cache.fetch(`${workspaceId} ${name}`, { context: { workspaceId, name } })) === true,
  }
}
