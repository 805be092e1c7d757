import type { Knex } from 'knex'
import { ApiError } from '../../../platform/http/errors.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import { expireNewestSecret, insertSecret, listSecrets, removeExpiredSecrets } from '../secrets.js'
import type { WebhookSubscriptionRow } from './rows.js'

/** Secrets of a subscription that sign at once. Each makes the header longer by 68 characters. */
const max = 5

/**
 * Makes a new secret of a subscription that the transaction has locked. The one that was the newest goes on
 * signing for the overlap, older ones until their own end.
 *
 * @param overlapSeconds 0 ends it at once
 * @returns the new secret
 * @throws ApiError 409 `invalid_state` where too many sign
 */
export async function rotateWebhookSecret(
  trx: Knex.Transaction,
  sealer: Sealer,
  { workspace_id, id }: WebhookSubscriptionRow,
  overlapSeconds: number,
): Promise<string> {
  await expireNewestSecret(trx, workspace_id, id, overlapSeconds)
  await removeExpiredSecrets(trx, workspace_id, id)
  const old = await listSecrets(trx, workspace_id, [id])
  if (old.length >= max) {
    throw new ApiError(
      'invalid_state',
      `This subscription has ${max} signing secrets, the maximum. Revoke the previous ones first.`,
    )
  }
  return insertSecret(trx, sealer, workspace_id, id)
}
