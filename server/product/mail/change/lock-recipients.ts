import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import type { RecipientStatus } from '../status.js'

/** A recipient of a message whose row in the queue is locked, if it has one. */
export interface LockedRecipient {
  readonly id: Uuid
  readonly email: string
  readonly status: RecipientStatus
  /** The mail's campaign. */
  readonly campaignId: Uuid | null
  /** The mail's automation. */
  readonly automationId: Uuid | null
  /** True if a worker has taken the recipient's queue row; null if it has none. */
  readonly taken: boolean | null
}

const lock = statement<[workspaceId: WorkspaceId, messageId: Uuid], LockedRecipient>(
  'lock_recipients',
  `with waiting as (
     select log_id, lease is not null or attempts > 0 as taken from delivery_queue
     where workspace_id = $1 and log_id = any(array(
       select id from message_logs where workspace_id = $1 and message_id = $2))
     order by log_id for update
   )
   select log.id, log.recipient as email, log.status, log.campaign_id as "campaignId",
     log.automation_id as "automationId", waiting.taken
   from message_logs log left join waiting on waiting.log_id = log.id
   where log.workspace_id = $1 and log.message_id = $2 order by log.id`,
)

/**
 * Returns a message's recipients with their queue rows locked, so that no worker takes one meanwhile: a claim skips
 * locked rows. Rows are locked in order, so that two requests at once cannot deadlock.
 */
export async function lockRecipients(
  tx: Transaction,
  workspaceId: WorkspaceId,
  messageId: Uuid,
): Promise<LockedRecipient[]> {
  const recipients = await lock(tx.sql, workspaceId, messageId)
  // If another transaction took a recipient off the queue while this one waited for the lock, only a new statement
  // sees the outcome.
  const isOutdated = ({ status, taken }: LockedRecipient) =>
    taken === null && (status === 'scheduled' || status === 'queued')
  return recipients.some(isOutdated) ? lock(tx.sql, workspaceId, messageId) : recipients
}
