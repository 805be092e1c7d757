import type { Knex } from 'knex'
import { fromTypeId, type Uuid } from '../db/ids.js'
import { ApiError, refusedValue } from '../http/errors.js'
import type { Handlers } from '../http/handler.js'
import { presentPage, selectPage } from '../http/pagination.js'
import { insertApiKey, presentApiKey, type ApiKeyRow } from './api-keys.js'
import { checkKeyRequest, restrictionsOf } from './issue-key.js'
import type { KeyStore } from '../auth/keys.js'
import type { SessionPrincipal, WorkspaceKeyPrincipal } from '../auth/principal.js'
import { findProject } from './projects.js'

type Manager = WorkspaceKeyPrincipal | SessionPrincipal

export function apiKeyHandlers(
  keys: KeyStore,
): Pick<Handlers, 'createApiKey' | 'listApiKeys' | 'revokeApiKey'> {
  return {
    createApiKey: async ({ principal, body, tx }) => {
      checkKeyRequest(body)
      const project =
        body.project_id === undefined
          ? undefined
          : await findProject(tx.sql, principal.workspaceId, fromTypeId('prj', body.project_id))
      if (body.project_id !== undefined && project === undefined) {
        throw refusedValue('/body/project_id', 'unknown', 'must be a project of this workspace')
      }
      const restrictions = restrictionsOf(principal, body, project)
      const { row, secret } = await insertApiKey(tx.sql, principal.workspaceId, {
        name: body.name,
        scopes: [...new Set(body.scopes)],
        restrictions,
        ...(project && { project }),
      })
      const shown = presentApiKey(row)
      return { status: 201, body: { api_key: shown, secret }, replayBody: { api_key: shown, secret: null } }
    },

    listApiKeys: async ({ principal, query, db }) => {
      const found = await selectPage<ApiKeyRow>(manageableKeys(db, principal), 'api_keys.id', query)
      return { status: 200, body: await presentPage(found, (shown) => shown.map(presentApiKey)) }
    },

    revokeApiKey: async ({ principal, path, tx }) => {
      const id: Uuid = fromTypeId('key', path.id)
      const found = (await manageableKeys(tx.sql, principal).where('api_keys.id', id).first()) as
        | ApiKeyRow
        | undefined
      if (found === undefined) throw new ApiError('not_found', 'There is no such API key.')
      admitRevocation(principal, found)
      await tx
        .sql<ApiKeyRow>('api_keys')
        .where({ id })
        .update({ revoked_at: found.revoked_at ?? new Date() })
      tx.afterCommit(() => keys.forget(id))
      return { status: 204, body: undefined }
    },
  }
}

/**
 * A key takes away no more than it could give: otherwise one that only reads reports could stop a workspace's
 * mail.
 *
 * @throws ApiError 403 `insufficient_scope`
 */
function admitRevocation(principal: Manager, key: ApiKeyRow): void {
  if (principal.kind === 'workspaceSession') {
    if (key.kind === 'project' || principal.role === 'owner') return
    throw new ApiError('insufficient_scope', "A workspace key is revoked by the owner's session only.")
  }
  const beyond = key.scopes.filter((scope) => !principal.scopes.includes(scope))
  if (beyond.length === 0) return
  throw new ApiError(
    'insufficient_scope',
    `This key cannot revoke one with ${beyond.join(', ')}, which it lacks.`,
  )
}

/**
 * A session manages every key of its workspace; a workspace key the project keys, of its environment if it
 * has one.
 */
function manageableKeys(db: Knex, principal: Manager): Knex.QueryBuilder {
  const keys = db('api_keys').where('api_keys.workspace_id', principal.workspaceId).select('api_keys.*')
  if (principal.kind === 'workspaceSession') return keys
  void keys.where('api_keys.kind', 'project')
  if (principal.restrictions.environment === null) return keys
  return keys
    .join('projects', 'projects.id', 'api_keys.project_id')
    .where('projects.environment', principal.restrictions.environment)
}
