import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { visibleTo } from '../../../platform/http/access/visible.js'

export type SubscriptionStatus = components['schemas']['SubscriptionStatus']

/** The columns of a subscription that are selected. */
export interface SubscriptionRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly list_id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly contact_id: Uuid
  /** The address as it was last written. */
  readonly email: string
  /** The address in the form of `foldAddress`. */
  readonly address: string
  readonly status: SubscriptionStatus
  /** Time of the first request, or of the first one since the last unsubscription. */
  readonly round_started_at: Date
  /** Time when the last opt-in mail was accepted. */
  readonly requested_at: Date
  readonly confirmed_at: Date | null
  readonly unsubscribed_at: Date | null
  readonly updated_at: Date
}

/** Ids of a subscription and its list. */
export interface SubscriptionKey {
  readonly listId: Uuid
  readonly id: Uuid
}

/**
 * SQL that is true if the list of a subscription exists. A deleted list leaves its subscriptions to the purge. The
 * limit has the list looked up by its key, after the subscription.
 */
const listIsThere = `(
  select true from subscriber_lists list
  where list.workspace_id = ? and list.id = subscriptions.list_id limit 1)`

/**
 * Finds a subscription that this credential sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findSubscription(
  db: Knex,
  visibility: Visibility,
  key: SubscriptionKey,
): Promise<SubscriptionRow> {
  return foundIn(await visibleSubscription(db, visibility, key).first())
}

/**
 * Locks the contact of a subscription against deletion. The contact is locked before its subscription, as in every
 * change of a contact. So neither transaction waits for the other, and automations that begin to wait for a signal of
 * the contact do not miss it.
 */
const keepContact = statement<[workspaceId: WorkspaceId, subscriptionId: Uuid]>(
  'keep_contact_of_subscription',
  `select from contacts where workspace_id = $1
     and id = (select contact_id from subscriptions where workspace_id = $1 and id = $2)
   for key share`,
)

/**
 * Finds a subscription that this credential sees, and locks it until the transaction ends. Its contact is locked
 * against deletion.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockVisibleSubscription(
  trx: Knex.Transaction,
  visibility: Visibility,
  key: SubscriptionKey,
): Promise<SubscriptionRow> {
  await keepContact(trx, visibility.workspaceId, key.id)
  return foundIn(await visibleSubscription(trx, visibility, key).forUpdate().first())
}

/**
 * Finds a subscription for any credential, and locks it until the transaction ends; undefined if it no longer exists.
 * Its contact is locked against deletion.
 */
export async function lockSubscription(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<SubscriptionRow | undefined> {
  await keepContact(trx, workspaceId, id)
  const rows = trx<SubscriptionRow>('subscriptions').where({ workspace_id: workspaceId, id })
  return rows.whereRaw(listIsThere, workspaceId).select<SubscriptionRow[]>('*').forUpdate().first()
}

function visibleSubscription(db: Knex, visibility: Visibility, { listId, id }: SubscriptionKey) {
  return visibleTo(db('subscriptions').select('*'), visibility)
    .where({ list_id: listId, id })
    .whereRaw(listIsThere, visibility.workspaceId)
}

function foundIn(row: unknown): SubscriptionRow {
  if (row === undefined) throw new ApiError('not_found', 'No such subscription of this list.')
  return row as SubscriptionRow
}
