import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import type { NewEvent } from '../../../platform/events/event-types.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { programIn } from '../../../platform/events/program-of-mail.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { lockRecipients } from './lock-recipients.js'
import { cancelling } from '../queue-row.js'

/** The parts of a message that cancelling needs. */
export interface Cancellable {
  readonly id: Uuid
  readonly projectId: Uuid
  readonly environment: Environment
  readonly category: string | null
}

const takeBack = statement<[workspaceId: WorkspaceId, logIds: Uuid[]]>(
  'take_back',
  `with ${cancelling('log_id = any($2::uuid[])')}
   select`,
)

/**
 * Cancels a message as a whole, except for suppressed recipients: nothing was to be sent to them. A cancelled message
 * stays as it is.
 *
 * @throws ApiError 409 `invalid_state` if a worker has taken any of its recipients, or all are suppressed
 */
export async function cancelMessage(
  tx: Transaction,
  workspaceId: WorkspaceId,
  message: Cancellable,
): Promise<void> {
  const all = await lockRecipients(tx, workspaceId, message.id)
  const recipients = all.filter(({ status }) => status !== 'suppressed')
  const [first] = recipients
  if (first === undefined) {
    throw new ApiError('invalid_state', 'There is nothing to cancel: its recipients are all suppressed.')
  }
  if (recipients.every(({ status }) => status === 'cancelled')) return
  if (recipients.some(({ taken }) => taken !== false)) {
    throw new ApiError('invalid_state', 'It is too late to cancel this message: its delivery has begun.')
  }
  const event: NewEvent = {
    id: newUuid(),
    projectId: message.projectId,
    environment: message.environment,
    type: 'message.cancelled',
    data: {
      message_id: toTypeId('msg', message.id),
      category: message.category,
      ...programIn(first),
      recipients: recipients.map(({ id, email }) => ({ log_id: toTypeId('log', id), email })),
    },
  }
  await takeBack(
    tx.sql,
    workspaceId,
    recipients.map(({ id }) => id),
  )
  await insertEvent(tx.sql, workspaceId, event)
}
