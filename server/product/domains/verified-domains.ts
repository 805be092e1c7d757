import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import type { DomainStatus } from './lifecycle.js'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

/** Milliseconds for which a domain may be remembered, and so for which a removed one may still be sent from. */
const someSeconds = 5_000

export interface VerifiedDomains {
  /**
   * Returns the status of a workspace's domain; undefined if it has none of this name.
   *
   * @param name in the form that `normalizeDomain` returns
   */
  statusOf(workspaceId: WorkspaceId, name: string): Promise<DomainStatus | undefined>
}

const selectStatus = statement<[workspaceId: WorkspaceId, name: string], { status: DomainStatus }>(
  'select_state_of_domain',
  'select status from domains where workspace_id = $1 and name = $2',
)

/**
 * Returns whether mail may be sent from a domain of this status. A degraded domain was verified and lacks something
 * now; its mail goes on while the owner fixes it.
 */
export function maySend(status: DomainStatus | undefined): boolean {
  return status === 'verified' || status === 'degraded'
}

/**
 * Looks domains up. A domain that may be sent from is remembered for some seconds; one that may not is looked up each
 * time, once for all simultaneous callers, so that mail can leave as soon as the domain is verified.
 */
export function verifiedDomains(db: Knex, cachedMs = someSeconds): VerifiedDomains {
  const known = new LRUCache<string, DomainStatus>({ ...atMostEntries(10_000), ttl: cachedMs })
  const asking = new Map<string, Promise<DomainStatus | undefined>>()

  async function readStatus(
    key: string,
    workspaceId: WorkspaceId,
    name: string,
  ): Promise<DomainStatus | undefined> {
    try {
      const [found] = await selectStatus(db, workspaceId, name)
      if (maySend(found?.status)) known.set(key, found?.status)
      return found?.status
    } finally {
      asking.delete(key)
    }
  }

  return {
    statusOf: (workspaceId, name) => {
      const key = `${workspaceId} ${name}`
      const cachedStatus = known.get(key)
      if (cachedStatus !== undefined) return Promise.resolve(cachedStatus)
      const begun = asking.get(key) ?? readStatus(key, workspaceId, name)
      asking.set(key, begun)
      return begun
    },
  }
}
