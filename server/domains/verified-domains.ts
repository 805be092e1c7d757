import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import type { DomainState } from './lifecycle.js'

/** How long a domain may be remembered, and so how long one that was removed may still be sent from. */
const someSeconds = 5_000

export interface VerifiedDomains {
  /**
   * The state of a workspace's domain, undefined where it has none of this name.
   *
   * @param name as `normalizeDomain` writes it
   */
  stateOf(workspaceId: Uuid, name: string): Promise<DomainState | undefined>
}

const selectState = statement<[workspaceId: Uuid, name: string], { state: DomainState }>(
  'select_state_of_domain',
  'select state from domains where workspace_id = $1 and name = $2',
)

/** A degraded domain was verified and lacks something now; its mail goes on while the owner mends it. */
export function maySend(state: DomainState | undefined): boolean {
  return state === 'verified' || state === 'degraded'
}

/**
 * Looks domains up. A domain that may be sent from is remembered for some seconds; one that may not is asked for each time,
 * once for all who ask at the same time, so that it is sent from as soon as it is verified.
 */
export function verifiedDomains(db: Knex, cachedMs = someSeconds): VerifiedDomains {
  const known = new LRUCache<string, DomainState>({ max: 10_000, ttl: cachedMs })
  const asking = new Map<string, Promise<DomainState | undefined>>()

  async function readState(key: string, workspaceId: Uuid, name: string): Promise<DomainState | undefined> {
    try {
      const [found] = await selectState(db, workspaceId, name)
      if (maySend(found?.state)) known.set(key, found?.state)
      return found?.state
    } finally {
      asking.delete(key)
    }
  }

  return {
    stateOf: (workspaceId, name) => {
      const key = `${workspaceId} ${name}`
      const cachedState = known.get(key)
      if (cachedState !== undefined) return Promise.resolve(cachedState)
      const begun = asking.get(key) ?? readState(key, workspaceId, name)
      asking.set(key, begun)
      return begun
    },
  }
}
