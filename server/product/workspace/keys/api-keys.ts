import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { hashKeySecret, hintOf, newKeySecret } from '../../../platform/auth/key-secret.js'
import type { Environment, KeyRestrictions } from '../../../platform/auth/principal.js'
import type { Project } from '../projects/projects.js'

type Schemas = components['schemas']

/** A key as it is stored, without its secret. */
export interface ApiKeyRow {
  id: Uuid
  workspace_id: WorkspaceId
  kind: 'project' | 'workspace'
  project_id: Uuid | null
  name: string
  hint: string
  secret_hash: Buffer
  scopes: Schemas['Scope'][]
  environment: Environment | null
  ip_cidrs: string[]
  sender_domains: string[]
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

export interface NewApiKey {
  readonly name: string
  readonly scopes: readonly Schemas['Scope'][]
  readonly restrictions: KeyRestrictions
  /** Project of a project key; undefined makes a workspace key. */
  readonly project?: Project
}

/** Makes and stores a key. The secret is returned and stored nowhere. */
export async function insertApiKey(
  db: Knex,
  workspaceId: WorkspaceId,
  key: NewApiKey,
): Promise<{ row: ApiKeyRow; secret: string }> {
  const secret = newKeySecret(key.project === undefined ? 'wk_' : `pk_${key.project.environment}_`)
  const row: ApiKeyRow = {
    id: newUuid(),
    workspace_id: workspaceId,
    kind: key.project === undefined ? 'workspace' : 'project',
    project_id: key.project?.id ?? null,
    name: key.name,
    hint: hintOf(secret),
    secret_hash: hashKeySecret(secret),
    scopes: [...key.scopes],
    environment: key.restrictions.environment,
    ip_cidrs: [...key.restrictions.ipCidrs],
    sender_domains: [...key.restrictions.senderDomains],
    expires_at: key.restrictions.expiresAt,
    revoked_at: null,
    last_used_at: null,
  }
  await db<ApiKeyRow>('api_keys').insert(row)
  return { row, secret }
}

export function presentApiKey(row: ApiKeyRow): Schemas['ApiKey'] {
  return {
    id: toTypeId('key', row.id),
    kind: row.kind,
    name: row.name,
    hint: row.hint,
    project_id: row.project_id === null ? null : toTypeId('prj', row.project_id),
    scopes: row.scopes,
    restrictions: {
      environment: row.environment,
      ip_cidrs: row.ip_cidrs,
      sender_domains: row.sender_domains,
      expires_at: row.expires_at?.toISOString() ?? null,
    },
    created_at: timeOf(row.id).toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
