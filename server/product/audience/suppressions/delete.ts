import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { SuppressionReason } from '../unsent-reason.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { liftedEntry } from './ledger-entry.js'
import { noSuchSuppression } from './suppression-rows.js'

/** Reasons that the recipient asked for, and that nobody should take back by mistake. */
const ownWish: readonly SuppressionReason[] = ['complaint', 'erasure']

const lock = statement<[workspaceId: WorkspaceId, id: Uuid], { address: string; reason: SuppressionReason }>(
  'lock_suppression',
  'select address, reason from suppressions where workspace_id = $1 and id = $2 for update',
)

const remove = statement<[workspaceId: WorkspaceId, id: Uuid]>(
  'delete_suppression',
  'delete from suppressions where workspace_id = $1 and id = $2',
)

/**
 * Deletes a suppression.
 *
 * @param force true to disregard the recipient's own wish
 * @throws ApiError 404 `not_found`, 409 `invalid_state` if the suppression was the recipient's own wish
 */
export async function deleteSuppression(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
  force: boolean,
): Promise<void> {
  const [found] = await lock(trx, workspaceId, id)
  if (found === undefined) throw noSuchSuppression()
  if (!force && ownWish.includes(found.reason)) {
    throw new ApiError(
      'invalid_state',
      `The recipient asked for this suppression (${found.reason}). Only "force=true" deletes it.`,
    )
  }
  await remove(trx, workspaceId, id)
  recordInLedger(trx, liftedEntry(workspaceId, found))
}
