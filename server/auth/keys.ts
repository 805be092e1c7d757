import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import { hashKeySecret } from './key-secret.js'
import type { Environment, ProjectKeyPrincipal, WorkspaceKeyPrincipal } from './principal.js'

/** How long a look-up may be remembered, and so how long a revoked key may still work on another node. */
const cachedMs = 5_000

export interface KeyStore {
  /**
   * The holder of a secret, or undefined where there is none or it is revoked. Expiry is the caller's to
   * check.
   */
  find(secret: string): Promise<ProjectKeyPrincipal | WorkspaceKeyPrincipal | undefined>
  /** Forgets a key at once in this process. */
  forget(keyId: Uuid): void
}

interface KeyRow {
  id: Uuid
  workspace_id: Uuid
  kind: 'project' | 'workspace'
  project_id: Uuid | null
  scopes: string[]
  environment: Environment | null
  ip_cidrs: string[]
  sender_domains: string[]
  expires_at: Date | null
}

const selectKey = statement<[Buffer], KeyRow>(
  'select_key',
  `select id, workspace_id, kind, project_id, scopes, environment, ip_cidrs, sender_domains, expires_at
   from api_keys where secret_hash = $1 and revoked_at is null`,
)

/** Looks keys up by the hash of their secret, remembering what it found for some seconds. */
export function keyStore(db: Knex): KeyStore {
  const cache = new LRUCache<string, ProjectKeyPrincipal | WorkspaceKeyPrincipal>({
    max: 10_000,
    ttl: cachedMs,
    // One look-up for many requests that arrive together. What is not found is not remembered.
    fetchMethod: async (hash) => {
      const [row] = await selectKey(db, Buffer.from(hash, 'base64'))
      return row && principalOf(row)
    },
  })
  return {
    find: (secret) => cache.fetch(hashKeySecret(secret).toString('base64')),
    forget: (keyId) => {
      for (const [hash, principal] of cache.entries()) if (principal.keyId === keyId) cache.delete(hash)
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
