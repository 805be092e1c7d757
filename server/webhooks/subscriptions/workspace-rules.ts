import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { refusedValue } from '../../http/errors.js'

/** What holds for the subscriptions of a workspace together. It holds for those that are not deleted. */

/** Each event is compared with every one of them. */
export const maxSubscriptions = 100

/**
 * One request at a time makes or changes subscriptions of a workspace, so that two for the same address make
 * one subscription, and the count holds. Only other writers of the workspace's own row wait for it.
 */
export const lockWorkspaceWebhooks = statement<[workspaceId: Uuid]>(
  'lock_workspace_of_webhooks',
  'select from workspaces where id = $1 for no key update',
)

const selectByUrl = statement<[workspaceId: Uuid, url: string], { id: Uuid }>(
  'select_webhook_subscription_of_url',
  'select id from webhook_subscriptions where workspace_id = $1 and url = $2 and deleted_at is null',
)

/**
 * Each address has one subscription at most. One that the key does not see has its address too.
 *
 * @throws ApiError 422 `validation_failed`
 */
export async function refuseTaken(trx: Knex.Transaction, workspaceId: Uuid, url: string): Promise<void> {
  const taken = await selectByUrl(trx, workspaceId, url)
  if (taken.length > 0) throw refusedValue('/body/url', 'taken', 'is used by another subscription')
}

const countAll = statement<[workspaceId: Uuid], { count: number }>(
  'count_webhook_subscriptions',
  'select count(*)::int as count from webhook_subscriptions where workspace_id = $1 and deleted_at is null',
)

/** @throws ApiError 422 `validation_failed` where there would be too many */
export async function refuseTooMany(trx: Knex.Transaction, workspaceId: Uuid): Promise<void> {
  const [counted] = await countAll(trx, workspaceId)
  if ((counted?.count ?? 0) < maxSubscriptions) return
  throw refusedValue(
    '/body',
    'too_many',
    `would give the workspace more than ${maxSubscriptions} subscriptions`,
  )
}
