import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { WebhookFormat } from '../../../platform/events/webhook-formats.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { visibilityOf, type Environment, type Principal } from '../../../platform/auth/principal.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { removeSecrets } from '../signatures/secrets.js'

type Schemas = components['schemas']

/** A subscription as it is stored. */
export interface WebhookSubscriptionRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly url: string
  readonly events: Schemas['SubscribableEventType'][]
  readonly project_id: Uuid | null
  /** With a project, the project's environment. */
  readonly environment: Environment | null
  readonly format: WebhookFormat
  readonly description: string | null
  readonly enabled: boolean
  readonly disabled_reason: Schemas['WebhookDisabledReason']
  readonly disabled_at: Date | null
  readonly deleted_at: Date | null
  readonly updated_at: Date
}

/**
 * Selects the subscriptions that a credential sees. A key that is held to an environment does not see subscriptions
 * to both: their replies may tell of the other environment.
 */
export function visibleSubscriptions(db: Knex, principal: Principal): Knex.QueryBuilder {
  const { workspaceId, environment } = visibilityOf(principal)
  const select = db('webhook_subscriptions').where('workspace_id', workspaceId).whereNull('deleted_at')
  return environment === null ? select : select.where('environment', environment)
}

/**
 * Returns a subscription that a credential sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findWebhookSubscription(
  db: Knex,
  principal: Principal,
  id: Uuid,
): Promise<WebhookSubscriptionRow> {
  return foundIn(await visibleSubscriptions(db, principal).where({ id }).first())
}

/**
 * Locks a subscription that a credential sees until the transaction ends, and returns it.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockWebhookSubscription(
  trx: Knex.Transaction,
  principal: Principal,
  id: Uuid,
): Promise<WebhookSubscriptionRow> {
  return foundIn(await visibleSubscriptions(trx, principal).where({ id }).forUpdate().first())
}

function foundIn(row: unknown): WebhookSubscriptionRow {
  if (row === undefined) throw new ApiError('not_found', 'No such webhook subscription.')
  return row as WebhookSubscriptionRow
}

/**
 * Locks and returns the subscription with an address, in the normal form; undefined if there is none that the
 * credential sees.
 */
export async function lockSubscriptionOf(
  trx: Knex.Transaction,
  principal: Principal,
  url: string,
): Promise<WebhookSubscriptionRow | undefined> {
  return (await visibleSubscriptions(trx, principal).where({ url }).forUpdate().first()) as
    | WebhookSubscriptionRow
    | undefined
}

/**
 * Resets the count of failures, so that a subscription that was disabled for failures is not disabled again by the
 * next one.
 */
export const forgetFailures = statement<[workspaceId: WorkspaceId, subscriptionId: Uuid]>(
  'forget_webhook_failures',
  `update webhook_health set consecutive_failures = 0, failing_since = null
   where workspace_id = $1 and webhook_id = $2`,
)

/**
 * Marks a subscription that the transaction has locked as deleted, and deletes everything that could sign for it. Its
 * row stays for its history; the worker ends the waiting deliveries, since they may be more than one transaction
 * should change.
 */
export async function deleteSubscription(
  trx: Knex.Transaction,
  { workspace_id, id }: Pick<WebhookSubscriptionRow, 'workspace_id' | 'id'>,
): Promise<void> {
  await trx('webhook_subscriptions').where({ workspace_id, id }).update({ deleted_at: new Date() })
  await removeSecrets(trx, workspace_id, id)
}
