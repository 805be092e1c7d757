import { fromTypeId, type Uuid } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { presentPage, selectPage } from '../../../platform/http/lists/pagination.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { insertApiKey, presentApiKey, type ApiKeyRow } from './api-keys.js'
import { checkKeyRequest, restrictionsOf } from './issue-key.js'
import type { KeyStore } from '../../../platform/auth/keys.js'
import { admitTaking, findKey, lockKey, manageableKeys, refuseRevoked } from './managed-keys.js'
import { namedProject } from '../projects/projects.js'
import { shownName } from '../shown-name.js'
import { updateKey } from './update-key.js'

export function apiKeyHandlers(keys: KeyStore) {
  return {
    createApiKey: async ({ principal, body, tx }) => {
      if (principal.kind === 'workspaceKey') await refuseRevoked(tx.sql, principal.keyId)
      checkKeyRequest(body)
      const project = await namedProject(tx.sql, principal.workspaceId, body.project_id)
      const restrictions = restrictionsOf(principal, body, project)
      const { row, secret } = await insertApiKey(tx.sql, principal.workspaceId, {
        name: shownName(body.name),
        scopes: [...new Set(body.scopes)],
        restrictions,
        ...(project && { project }),
      })
      return {
        status: 201,
        body: { api_key: presentApiKey(row), secret, secret_withheld: null },
        showsSecret: true,
      }
    },

    listApiKeys: async ({ principal, query, db }) => {
      const keys = manageableKeys(db, principal)
      if (query.kind !== undefined) void keys.where('api_keys.kind', query.kind)
      if (query.project_id !== undefined)
        void keys.where('api_keys.project_id', fromTypeId('prj', query.project_id))
      if (query.revoked === true) void keys.whereNotNull('api_keys.revoked_at')
      if (query.revoked === false) void keys.whereNull('api_keys.revoked_at')
      const found = await selectPage<ApiKeyRow>(keys, 'api_keys.id', query)
      return { status: 200, body: await presentPage(found, (shown) => shown.map(presentApiKey)) }
    },

    retrieveApiKey: async ({ principal, path, db }) => ({
      status: 200,
      body: presentApiKey(await findKey(db, principal, fromTypeId('key', path.id))),
    }),

    updateApiKey: async ({ principal, path, body, tx }) => {
      const row = await updateKey(tx, principal, fromTypeId('key', path.id), body)
      tx.afterCommit(() => keys.forget(row.secret_hash))
      return { status: 200, body: presentApiKey(row) }
    },

    revokeApiKey: async ({ principal, path, tx }) => {
      const id: Uuid = fromTypeId('key', path.id)
      const found = await lockKey(tx.sql, principal, id)
      admitTaking(principal, found, { verb: 'revoke', participle: 'revoked' })
      await tx
        .sql<ApiKeyRow>('api_keys')
        .where({ id })
        .update({ revoked_at: found.revoked_at ?? new Date() })
      const { workspaceId } = principal
      recordInLedger(tx.sql, { kind: 'api_key_revoked', workspaceId, id, state: {} })
      tx.afterCommit(() => keys.forget(found.secret_hash))
      return { status: 204, body: undefined }
    },
  } satisfies Partial<Handlers>
}
