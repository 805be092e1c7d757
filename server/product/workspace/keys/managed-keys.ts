import type { Knex } from 'knex'
import type { SessionPrincipal, WorkspaceKeyPrincipal } from '../../../platform/auth/principal.js'
import type { Uuid } from '../../../platform/db/ids.js'
import { revokedKey } from '../../../platform/http/access/authenticate.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { ApiKeyRow } from './api-keys.js'

/** Defines who sees, changes and revokes which key. */

export type Manager = WorkspaceKeyPrincipal | SessionPrincipal

/**
 * Selects the keys that a credential manages: a session every key of its workspace; a workspace key the project keys,
 * of its environment if it has one.
 */
export function manageableKeys(db: Knex, principal: Manager): Knex.QueryBuilder {
  const keys = db('api_keys').where('api_keys.workspace_id', principal.workspaceId).select('api_keys.*')
  if (principal.kind === 'workspaceSession') return keys
  void keys.where('api_keys.kind', 'project')
  if (principal.restrictions.environment === null) return keys
  return keys
    .join('projects', 'projects.id', 'api_keys.project_id')
    .where('projects.environment', principal.restrictions.environment)
}

/**
 * Returns a key that a credential manages.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findKey(db: Knex, principal: Manager, id: Uuid): Promise<ApiKeyRow> {
  return expectKey(await manageableKeys(db, principal).where('api_keys.id', id).first())
}

/** Locks a key that a credential manages until the transaction ends, and returns it. */
export async function lockKey(trx: Knex.Transaction, principal: Manager, id: Uuid): Promise<ApiKeyRow> {
  const keys = manageableKeys(trx, principal).where('api_keys.id', id)
  return expectKey(await keys.forNoKeyUpdate('api_keys').first())
}

/**
 * Refuses a key that was revoked without this process knowing it yet. Until the transaction ends the key cannot be
 * revoked: a request that stops a key finds all keys that it has issued.
 *
 * @throws ApiError 401 `invalid_credentials`
 */
export async function refuseRevoked(trx: Knex.Transaction, id: Uuid): Promise<void> {
  const row = await trx<ApiKeyRow>('api_keys').where({ id }).forShare().first('revoked_at')
  if (row?.revoked_at !== null) throw revokedKey()
}

function expectKey(row: unknown): ApiKeyRow {
  if (row === undefined) throw new ApiError('not_found', 'No such API key.')
  return row as ApiKeyRow
}

/**
 * Refuses to let a key take away more than it could give: otherwise a key that only reads reports could stop a
 * workspace's mail.
 *
 * @param action action on the key, as a verb and a participle
 * @throws ApiError 403 `insufficient_scope`
 */
export function admitTaking(
  principal: Manager,
  key: ApiKeyRow,
  action: { readonly verb: string; readonly participle: string },
): void {
  if (principal.kind === 'workspaceSession') {
    if (key.kind === 'project' || principal.role === 'owner') return
    const message = `A workspace key can only be ${action.participle} by the owner's session.`
    throw new ApiError('insufficient_scope', message)
  }
  const beyond = key.scopes.filter((scope) => !principal.scopes.includes(scope))
  if (beyond.length === 0) return
  throw new ApiError(
    'insufficient_scope',
    `This key cannot ${action.verb} one with ${beyond.join(', ')}, which it lacks.`,
  )
}
