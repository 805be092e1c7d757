import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { insertEvents } from '../../../platform/events/insert-event.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { Cancellable } from './cancel.js'
import { dueAt } from '../queue-row.js'
import { lockRecipients } from './lock-recipients.js'

/** Sets another due time. A held delivery stays at infinity, and gets its new time when it is released. */
const reschedule = statement<[workspaceId: WorkspaceId, messageId: Uuid, logIds: Uuid[], at: Date | null]>(
  'reschedule_message',
  `with due as (
     update delivery_queue
     set ${dueAt('coalesce($4::timestamptz, now())')}
     where workspace_id = $1 and log_id = any($3::uuid[])
   ), logs as (
     update message_logs
     set status = case when $4::timestamptz is null then 'queued' else 'scheduled' end, updated_at = now()
     where workspace_id = $1 and id = any($3::uuid[])
   )
   update messages set scheduled_at = $4 where workspace_id = $1 and id = $2`,
)

/**
 * Gives another time to a message that waits for its time.
 *
 * @throws ApiError 409 `invalid_state` if the message no longer waits for its time, or a worker has taken it
 */
export async function rescheduleMessage(
  tx: Transaction,
  workspaceId: WorkspaceId,
  message: Cancellable,
  {
    at,
    wakes,
  }: {
    /** Time at which the message is to go out; null for now. */
    readonly at: Date | null
    readonly wakes: Wakes
  },
): Promise<void> {
  const all = await lockRecipients(tx, workspaceId, message.id)
  const recipients = all.filter(({ status }) => status !== 'suppressed')
  const waits = recipients.every(({ status, taken }) => status === 'scheduled' && taken === false)
  if (recipients.length === 0 || !waits) {
    throw new ApiError(
      'invalid_state',
      'Only a scheduled message can be rescheduled, and this one is not scheduled or no longer is.',
    )
  }
  const logIds = recipients.map(({ id }) => id)
  await reschedule(tx.sql, workspaceId, message.id, logIds, at)
  tx.afterCommit(wakes.delivery)
  if (at === null) return
  const { projectId, environment, category } = message
  const data = {
    message_id: toTypeId('msg', message.id),
    category,
    scheduled_at: at.toISOString(),
    recipients: recipients.map(({ id, email }) => ({ log_id: toTypeId('log', id), email })),
  }
  const event = { id: newUuid(), projectId, environment, type: 'message.scheduled', data } as const
  if (await insertEvents(tx.sql, workspaceId, [event])) tx.afterCommit(wakes.webhooks)
}
