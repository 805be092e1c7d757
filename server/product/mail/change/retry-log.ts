import { isAddressToken } from '../../../platform/auth/address-tokens.js'
import type { UnsentReason } from '../../audience/unsent-reason.js'
import { standing, unsentReasonOfLog } from '../standing.js'
import { reopenDelivery, retryDeferred } from './retry-delivery.js'
import { destinationOf } from '../destination.js'
import { keepInUse } from '../../workspace/projects/archived-projects.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { RecipientStatus } from '../status.js'

/**
 * Locks a delivery's queue row, so that workers don't claim it. The row is locked before the log, in the order of the
 * workers.
 */
const lockQueued = statement<[workspaceId: WorkspaceId, logId: Uuid], { due: boolean; leased: boolean }>(
  'lock_queued_to_retry',
  `select due_at <= clock_timestamp() as due, lease is not null as leased from delivery_queue
   where workspace_id = $1 and log_id = $2 for update`,
)

interface LockedLog {
  readonly message_id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly recipient: string
  readonly address: string
  readonly status: RecipientStatus
  readonly complained_at: Date | null
}

const lockLog = statement<[workspaceId: WorkspaceId, logId: Uuid], LockedLog>(
  'lock_log_to_retry',
  `select message_id, project_id, environment, recipient, address, status, complained_at
   from message_logs where workspace_id = $1 and id = $2 for update`,
)

interface Obstacles {
  /** Reason for which nothing is sent to the recipient now. */
  readonly unsent: UnsentReason | null
  readonly suppression_id: Uuid | null
  /** True if its campaign is cancelled; null if the campaign, if any, is under way. */
  readonly cancelled: boolean | null
  readonly has_content: boolean
}

/** Selects what may have changed since the message was accepted, as a claim looks it up. */
export const selectObstacles = statement<[workspaceId: WorkspaceId, logId: Uuid], Obstacles>(
  'select_obstacles_to_retry',
  `select ${unsentReasonOfLog} as unsent, suppressed.id as suppression_id, campaign.stopped = 'cancelled' as cancelled,
     content.message_id is not null as has_content
   from (
     select * from message_logs where workspace_id = $1 and id = $2 limit 1
   ) log
   ${standing}
   left join lateral (
     select message_id from message_contents
     where workspace_id = $1 and message_id = log.message_id and not erase_when_settled limit 1
   ) content on true`,
)

/**
 * Retries one recipient of a message: a deferred one at once, and one that bounced or failed from the beginning.
 *
 * @throws ApiError 409 `invalid_state`, `recipient_suppressed`, `recipient_complained`, `address_suppressed`,
 *   `content_gone`
 */
export async function retryLog(
  tx: Transaction,
  workspaceId: WorkspaceId,
  logId: Uuid,
  wakes: Wakes,
): Promise<void> {
  const [queued] = await lockQueued(tx.sql, workspaceId, logId)
  const [log] = await lockLog(tx.sql, workspaceId, logId)
  if (log === undefined) throw contentGone()
  const { status, environment, recipient } = log
  if (status === 'suppressed') {
    throw new ApiError(
      'recipient_suppressed',
      'Nothing was sent to this recipient, because the address was suppressed. Send the message again as a new one.',
    )
  }
  if (log.complained_at !== null) {
    throw new ApiError(
      'recipient_complained',
      'The recipient marked this message as spam, so it is not sent to them again.',
    )
  }
  const isWaiting = status === 'deferred'
  if (!isWaiting && status !== 'bounced' && status !== 'failed') {
    const why = status === 'queued' ? 'It is due already.' : ''
    throw wrongState(
      `Only deferred, bounced or failed deliveries can be retried, and this one is ${status}. ${why}`,
    )
  }
  if (isWaiting && queued?.due !== false) throw wrongState('This delivery is already due.')
  if (isWaiting && queued?.leased === true) {
    throw wrongState('This delivery is being tried at this moment.')
  }
  await refuseObstacles(tx, workspaceId, logId, log)
  if (isWaiting) await retryDeferred(tx.sql, workspaceId, logId)
  else await reopenDelivery(tx.sql, workspaceId, logId, destinationOf(environment, recipient))
  tx.afterCommit(wakes.delivery)
}

async function refuseObstacles(
  tx: Transaction,
  workspaceId: WorkspaceId,
  logId: Uuid,
  log: LockedLog,
): Promise<void> {
  const [found] = await selectObstacles(tx.sql, workspaceId, logId)
  if (found === undefined || !found.has_content || isAddressToken(log.address)) throw contentGone()
  if (found.cancelled === true) throw wrongState('The campaign of this message was cancelled.')
  if (found.unsent !== null) throw addressSuppressed(found.unsent, found.suppression_id)
  await keepInUse(tx.sql, workspaceId, log.project_id)
}

function addressSuppressed(reason: UnsentReason, suppressionId: Uuid | null): ApiError {
  if (suppressionId === null) {
    const why = reason === 'not_confirmed' ? 'has not confirmed the list' : 'has unsubscribed'
    return new ApiError('address_suppressed', `The recipient ${why}, so nothing is sent to them.`)
  }
  const id = toTypeId('sup', suppressionId)
  return new ApiError(
    'address_suppressed',
    `The address is suppressed (${reason}). If it accepts mail again, remove the suppression with ` +
      `DELETE /v1/suppressions/${id}, then retry.`,
  )
}

function contentGone(): ApiError {
  return new ApiError('content_gone', "The message's content is no longer kept, so there is nothing to send.")
}

function wrongState(message: string): ApiError {
  return new ApiError('invalid_state', message.trim())
}
