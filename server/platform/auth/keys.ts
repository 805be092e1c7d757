import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid, WorkspaceId } from '../db/ids.js'
import { serviceStatement } from '../db/statements/statement.js'
import { hashKeySecret } from './key-secret.js'
import type { Environment, ProjectKeyPrincipal, WorkspaceKeyPrincipal } from './principal.js'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

/**
 * Milliseconds for which a look-up may be remembered. With the look-up itself, a key that was revoked or narrowed is
 * so everywhere within 5 seconds.
 */
const cachedMs = 3_000

export interface KeyStore {
  /** Finds the holder of a secret; undefined if no key has it or the key is revoked. The caller checks the expiry. */
  find(secret: string): Promise<ProjectKeyPrincipal | WorkspaceKeyPrincipal | undefined>
  /**
   * Finds a key by its id; undefined if there is none or the key is revoked. An id is no secret: the caller checks a
   * proof of the key, and the expiry.
   */
  findById(id: Uuid): Promise<ProjectKeyPrincipal | WorkspaceKeyPrincipal | undefined>
  /** Forgets a key at once in this process, by the hash of its secret. Call it after the commit of a change. */
  forget(secretHash: Buffer): void
}

interface KeyRow {
  id: Uuid
  workspace_id: WorkspaceId
  kind: 'project' | 'workspace'
  project_id: Uuid | null
  scopes: string[]
  environment: Environment | null
  ip_cidrs: string[]
  sender_domains: string[]
  expires_at: Date | null
}

const selectKey = serviceStatement<[Buffer], KeyRow>(
  'select_key',
  `select id, workspace_id, kind, project_id, scopes, environment, ip_cidrs, sender_domains, expires_at
   from api_keys where secret_hash = $1 and revoked_at is null`,
)

const selectKeyById = serviceStatement<[Uuid], KeyRow>(
  'select_key_by_id',
  `select id, workspace_id, kind, project_id, scopes, environment, ip_cidrs, sender_domains, expires_at
   from api_keys where id = $1 and revoked_at is null`,
)

/**
 * Looks keys up by the hash of their secret, and remembers the results for some seconds.
 *
 * @param forgotten is called when a key has been forgotten
 */
export function keyStore(db: Knex, forgotten: () => void = () => undefined): KeyStore {
  const cache = new LRUCache<string, ProjectKeyPrincipal | WorkspaceKeyPrincipal>({
    ...atMostEntries(10_000),
    ttl: cachedMs,
    // If `forget` is called during a look-up, its callers get the result, but it is not remembered.
    ignoreFetchAbort: true,
    // One look-up for many requests that arrive together. A secret that is not found is not remembered.
    fetchMethod: async (hash) => {
      const [row] = await selectKey(db, Buffer.from(hash, 'base64'))
      return row && principalOf(row)
    },
  })
  const byId = new LRUCache<Uuid, ProjectKeyPrincipal | WorkspaceKeyPrincipal>({
    ...atMostEntries(10_000),
    ttl: cachedMs,
    ignoreFetchAbort: true,
    fetchMethod: async (id) => {
      const [row] = await selectKeyById(db, id)
      return row && principalOf(row)
    },
  })
  return {
    findById: async (id) => byId.get(id) ?? byId.fetch(id),
    find: async (secret) => {
      const hash = hashKeySecret(secret).toString('base64')
      // `fetch` leaves a kilobyte behind, even if it finds something.
      return cache.get(hash) ?? cache.fetch(hash)
    },
    forget: (secretHash) => {
      cache.delete(secretHash.toString('base64'))
      // A change is rare, and the look-ups are remembered for seconds only.
      byId.clear()
      forgotten()
    },
  }
}

function principalOf(row: KeyRow): ProjectKeyPrincipal | WorkspaceKeyPrincipal {
  const common = {
    workspaceId: row.workspace_id,
    keyId: row.id,
    scopes: row.scopes,
    restrictions: {
      environment: row.environment,
      ipCidrs: row.ip_cidrs,
      senderDomains: row.sender_domains,
      expiresAt: row.expires_at,
    },
  }
  return row.project_id === null
    ? { kind: 'workspaceKey', ...common }
    : { kind: 'projectKey', projectId: row.project_id, ...common }
}
