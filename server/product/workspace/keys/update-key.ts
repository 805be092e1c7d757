import type { components } from '../../../../generated/api-types.js'
import type { Uuid } from '../../../platform/db/ids.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { ApiKeyRow } from './api-keys.js'
import { admitTaking, lockKey, type Manager } from './managed-keys.js'
import { narrowed } from './narrow-key.js'
import { findProject } from '../projects/projects.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { shownName } from '../shown-name.js'

/**
 * Gives a key another name, fewer scopes or narrower restrictions.
 *
 * @throws ApiError 404 `not_found`; 403 `insufficient_scope`; 409 `invalid_state` for a key that is revoked; 422
 *   `validation_failed`
 */
export async function updateKey(
  { sql: trx }: Transaction,
  principal: Manager,
  id: Uuid,
  { name, ...asked }: components['schemas']['UpdateApiKeyRequest'],
): Promise<ApiKeyRow> {
  const row = await lockKey(trx, principal, id)
  admitTaking(principal, row, { verb: 'change', participle: 'changed' })
  if (row.revoked_at !== null)
    throw new ApiError('invalid_state', 'The key is revoked, so it cannot be changed.')
  const project =
    row.project_id === null ? undefined : await findProject(trx, row.workspace_id, row.project_id)
  const { scopes, restrictions } = narrowed(rightsOf(row), asked, project?.environment ?? null)
  const changes = {
    ...(name !== undefined && { name: shownName(name) }),
    scopes: [...scopes],
    environment: restrictions.environment,
    ip_cidrs: [...restrictions.ipCidrs],
    sender_domains: [...restrictions.senderDomains],
    expires_at: restrictions.expiresAt,
  }
  await trx<ApiKeyRow>('api_keys').where({ id }).update(changes)
  const { scopes: left, environment, ip_cidrs, sender_domains, expires_at: expiresAt } = changes
  recordInLedger(trx, {
    kind: 'api_key_narrowed',
    workspaceId: row.workspace_id,
    id,
    state: {
      scopes: left,
      environment,
      ip_cidrs,
      sender_domains,
      expires_at: expiresAt?.toISOString() ?? null,
    },
  })
  return { ...row, ...changes }
}

function rightsOf(row: ApiKeyRow) {
  const restrictions = {
    environment: row.environment,
    ipCidrs: row.ip_cidrs,
    senderDomains: row.sender_domains,
    expiresAt: row.expires_at,
  }
  return { scopes: row.scopes, restrictions }
}
