import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { visibilityOf, type Environment, type Principal } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'

/** A receiver as it is stored. */
export interface ReceiverRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  /** SHA-256 of the token. */
  readonly token_hash: Buffer
  /** Sealed token. */
  readonly token: Buffer
  /** The environment of the key that made the receiver; null if the key was not limited to one. */
  readonly environment: Environment | null
  readonly reply_status: number
  readonly expires_at: Date
}

/** Number of receivers that a workspace may have at once, and the lifetime of each. */
export const maxReceivers = 5
export const receiverDays = 7

/** Returns the row that a token is sealed for. */
export function sealedTokenPlace(workspaceId: WorkspaceId, id: Uuid): string[] {
  return ['webhook_receivers', workspaceId, id]
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Selects the receivers that a credential sees and that have not expired. A key that is held to an environment does
 * not see receivers that were made without one: their requests may tell of the other environment.
 */
export function visibleReceivers(db: Knex, principal: Principal): Knex.QueryBuilder {
  const { workspaceId, environment } = visibilityOf(principal)
  const select = db('webhook_receivers')
    .where('workspace_id', workspaceId)
    .where('expires_at', '>', db.fn.now())
  return environment === null ? select : select.where('environment', environment)
}

/**
 * Returns a receiver that a credential sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findReceiver(db: Knex, principal: Principal, id: Uuid): Promise<ReceiverRow> {
  return foundIn(await visibleReceivers(db, principal).where({ id }).first())
}

/**
 * Locks a receiver that a credential sees until the transaction ends, and returns it.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockReceiver(
  trx: Knex.Transaction,
  principal: Principal,
  id: Uuid,
): Promise<ReceiverRow> {
  return foundIn(await visibleReceivers(trx, principal).where({ id }).forUpdate().first())
}

function foundIn(row: unknown): ReceiverRow {
  if (row === undefined) throw new ApiError('not_found', 'No such webhook receiver.')
  return row as ReceiverRow
}

const countAll = statement<[workspaceId: WorkspaceId], { count: number }>(
  'count_webhook_receivers',
  'select count(*)::int as count from webhook_receivers where workspace_id = $1 and expires_at > now()',
)

/**
 * @throws ApiError 422 `validation_failed` if one more receiver would be too many
 */
export async function refuseTooManyReceivers(trx: Knex.Transaction, workspaceId: WorkspaceId): Promise<void> {
  const [counted] = await countAll(trx, workspaceId)
  if ((counted?.count ?? 0) < maxReceivers) return
  throw refusedValue('/body', 'too_many', `would give the workspace more than ${maxReceivers} receivers`)
}

export const setReplyStatus = statement<[workspaceId: WorkspaceId, id: Uuid, replyStatus: number]>(
  'set_webhook_receiver_status',
  'update webhook_receivers set reply_status = $3 where workspace_id = $1 and id = $2',
)

const removeRequests = statement<[workspaceId: WorkspaceId, id: Uuid]>(
  'remove_webhook_receiver_requests',
  'delete from webhook_receiver_requests where workspace_id = $1 and receiver_id = $2',
)
const remove = statement<[workspaceId: WorkspaceId, id: Uuid]>(
  'remove_webhook_receiver',
  'delete from webhook_receivers where workspace_id = $1 and id = $2',
)

/**
 * Deletes a receiver with its requests. The transaction must have locked the receiver, so that no request comes in
 * between.
 */
export async function deleteReceiver(
  trx: Knex.Transaction,
  { workspace_id, id }: ReceiverRow,
): Promise<void> {
  await removeRequests(trx, workspace_id, id)
  await remove(trx, workspace_id, id)
}
