import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import type { Uuid } from '../../db/ids.js'
import { ApiError } from '../../http/errors.js'
import type { Environment, WorkspaceKeyPrincipal } from '../../auth/principal.js'

type Schemas = components['schemas']

/** A subscription as it is stored. */
export interface WebhookSubscriptionRow {
  readonly workspace_id: Uuid
  readonly id: Uuid
  readonly url: string
  readonly events: Schemas['SubscribableEventType'][]
  readonly project_id: Uuid | null
  /** With a project this is the project's. */
  readonly environment: Environment | null
  readonly description: string | null
  readonly enabled: boolean
  readonly disabled_reason: Schemas['WebhookDisabledReason']
  readonly disabled_at: Date | null
  readonly deleted_at: Date | null
  readonly updated_at: Date
}

/**
 * The subscriptions that a key sees. One that is held to an environment does not see those that are for both: their
 * replies may tell of the other one.
 */
export function visibleSubscriptions(db: Knex, principal: WorkspaceKeyPrincipal): Knex.QueryBuilder {
  const { workspaceId, restrictions } = principal
  const select = db('webhook_subscriptions').where('workspace_id', workspaceId).whereNull('deleted_at')
  return restrictions.environment === null ? select : select.where('environment', restrictions.environment)
}

/**
 * A subscription, locked until the transaction ends.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockWebhookSubscription(
  trx: Knex.Transaction,
  principal: WorkspaceKeyPrincipal,
  id: Uuid,
): Promise<WebhookSubscriptionRow> {
  const found = (await visibleSubscriptions(trx, principal).where({ id }).forUpdate().first()) as
    | WebhookSubscriptionRow
    | undefined
  if (found === undefined) throw new ApiError('not_found', 'There is no such webhook subscription.')
  return found
}

/** The same by its address, in the normal form. Undefined where there is none, or none that the key sees. */
export async function lockSubscriptionOf(
  trx: Knex.Transaction,
  principal: WorkspaceKeyPrincipal,
  url: string,
): Promise<WebhookSubscriptionRow | undefined> {
  return (await visibleSubscriptions(trx, principal).where({ url }).forUpdate().first()) as
    | WebhookSubscriptionRow
    | undefined
}
