import type { Knex } from 'knex'
import { visibilityOf, type Environment, type Principal } from '../../../platform/auth/principal.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'

/** Rules for the subscriptions of a workspace together, not counting deleted ones. */

/** Most subscriptions of a workspace, since each event is compared with every one of them. */
export const maxSubscriptions = 100

/**
 * Locks a workspace's row, so that one request at a time makes or changes its subscriptions: two requests for the
 * same address make one subscription, and the count holds. Only other writers of the workspace's own row wait.
 */
export const lockWorkspaceWebhooks = statement<[workspaceId: WorkspaceId]>(
  'lock_workspace_of_webhooks',
  'select from workspaces where id = $1 for no key update',
)

const selectByUrl = statement<[workspaceId: WorkspaceId, url: string], { id: Uuid }>(
  'select_webhook_subscription_of_url',
  'select id from webhook_subscriptions where workspace_id = $1 and url = $2 and deleted_at is null',
)

/**
 * Refuses an address that another subscription has, even one that the key does not see.
 *
 * @throws ApiError 422 `validation_failed`
 */
export async function refuseTaken(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  url: string,
): Promise<void> {
  const taken = await selectByUrl(trx, workspaceId, url)
  if (taken.length > 0) throw refusedValue('/body/url', 'taken', 'is used by another subscription')
}

/**
 * Selects subscriptions with similar addresses. Addresses are stored in the normal form, without fragments. `chr(63)`
 * is the question mark.
 */
const selectSimilar = statement<
  [workspaceId: WorkspaceId, url: string, exceptId: Uuid | null, environment: Environment | null],
  { id: Uuid }
>(
  'select_webhook_subscription_of_similar_url',
  `select id from webhook_subscriptions
   where workspace_id = $1 and deleted_at is null and id is distinct from $3
     and ($4::text is null or environment = $4)
     and rtrim(split_part(url, chr(63), 1), '/') = rtrim(split_part($2, chr(63), 1), '/')
   order by id limit 1`,
)

/**
 * Refuses an address that differs from another subscription's by a trailing slash or the query alone: most often the
 * caller meant that one, and each event would be sent twice.
 *
 * Subscriptions that the credential does not see are left out. The error names an id, which must not be a hidden
 * one's. An error without an id would still tell of a hidden subscription, and leave its reader nothing to look at.
 *
 * @param exceptId the subscription that is to get the address; null if it is new
 * @throws ApiError 409 `webhook_exists_similarly`
 */
export async function refuseSimilar(
  trx: Knex.Transaction,
  principal: Principal,
  url: string,
  exceptId: Uuid | null,
): Promise<void> {
  const { workspaceId, environment } = visibilityOf(principal)
  const [similar] = await selectSimilar(trx, workspaceId, url, exceptId, environment)
  if (similar === undefined) return
  const webhookId = toTypeId('whk', similar.id)
  throw new ApiError(
    'webhook_exists_similarly',
    `The subscription ${webhookId} has a similar URL. Change that one by its id, or insist with allow_similar.`,
    {
      details: [
        {
          path: '/body/url',
          code: 'similar',
          message: `differs from the url of ${webhookId} by a trailing slash or the query alone`,
          webhook_id: webhookId,
        },
      ],
    },
  )
}

const countAll = statement<[workspaceId: WorkspaceId], { count: number }>(
  'count_webhook_subscriptions',
  'select count(*)::int as count from webhook_subscriptions where workspace_id = $1 and deleted_at is null',
)

/**
 * @throws ApiError 422 `validation_failed` if one more subscription would be too many
 */
export async function refuseTooMany(trx: Knex.Transaction, workspaceId: WorkspaceId): Promise<void> {
  const [counted] = await countAll(trx, workspaceId)
  if ((counted?.count ?? 0) < maxSubscriptions) return
  throw refusedValue(
    '/body',
    'too_many',
    `would give the workspace more than ${maxSubscriptions} subscriptions`,
  )
}
