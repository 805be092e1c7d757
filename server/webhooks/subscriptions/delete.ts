import type { Knex } from 'knex'
import { removeSecrets } from '../secrets.js'
import type { WebhookSubscriptionRow } from './rows.js'

/**
 * Marks a subscription that the transaction has locked as deleted, and leaves nothing that could sign for it. Its row
 * stays for its history; what waits is ended by the worker, since it may be more than one transaction should change.
 */
export async function deleteSubscription(
  trx: Knex.Transaction,
  { workspace_id, id }: WebhookSubscriptionRow,
): Promise<void> {
  await trx('webhook_subscriptions').where({ workspace_id, id }).update({ deleted_at: new Date() })
  await removeSecrets(trx, workspace_id, id)
}
