import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { hasBounced } from '../stored-attempt.js'
import type { RecipientStatus } from '../status.js'
import type { Environment } from '../../../platform/auth/principal.js'

/** Log of a delivery that came back or was complained about. */
export interface ReturnedLog {
  readonly message_id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly recipient: string
  /** Recipient in the form to compare. */
  readonly address: string
  readonly category: string | null
  /** The mail's campaign. */
  readonly campaign_id: Uuid | null
  /** The mail's automation. */
  readonly automation_id: Uuid | null
  readonly status: RecipientStatus
  /** Number of attempts. */
  readonly attempts: number
  readonly complained_at: Date | null
  readonly delivered_at: Date | null
  /** True if the delivery has bounced before, and was tried again. */
  readonly bounced_before: boolean
}

const lock = statement<[workspaceId: WorkspaceId, logId: Uuid], ReturnedLog>(
  'lock_returned_log',
  `select message_id, project_id, environment, recipient, address, category, campaign_id, automation_id, status,
     jsonb_array_length(attempts) as attempts, complained_at, delivered_at, ${hasBounced('attempts')} as bounced_before
   from message_logs where workspace_id = $1 and id = $2 for update`,
)

/** Locks a log until the transaction ends; undefined if there is no such log any more. */
export async function lockLog(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  logId: Uuid,
): Promise<ReturnedLog | undefined> {
  return (await lock(trx, workspaceId, logId))[0]
}

const selectAddress = statement<[workspaceId: WorkspaceId, logId: Uuid], { address: string }>(
  'select_returned_address',
  'select address from message_logs where workspace_id = $1 and id = $2',
)

/** Returns a delivery's recipient in the form to compare; undefined if its log is gone or never was. */
export async function recipientOfLog(
  db: Knex,
  workspaceId: WorkspaceId,
  logId: Uuid,
): Promise<string | undefined> {
  return (await selectAddress(db, workspaceId, logId))[0]?.address
}

const selectByMessage = statement<[workspaceId: WorkspaceId, messageId: Uuid, address: string], { id: Uuid }>(
  'select_log_of_recipient',
  'select id from message_logs where workspace_id = $1 and message_id = $2 and address = $3 limit 1',
)

/** Returns the log of a message to one recipient. */
export async function logOfRecipient(
  db: Knex,
  workspaceId: WorkspaceId,
  messageId: Uuid,
  address: string,
): Promise<Uuid | undefined> {
  return (await selectByMessage(db, workspaceId, messageId, address))[0]?.id
}
