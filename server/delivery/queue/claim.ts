import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { Environment } from '../../workspace/principal.js'

/** A delivery in the hands of this worker, with what it is judged and recorded by. What it says is loaded apart. */
export interface Claimed {
  readonly workspaceId: Uuid
  readonly logId: Uuid
  readonly messageId: Uuid
  readonly projectId: Uuid
  readonly environment: Environment
  /** The attempts before this one. */
  readonly attempts: number
  /** When the first of them ended; null before it. */
  readonly firstAttemptAt: Date | null
  readonly recipient: string
  readonly fromEmail: string
  readonly category: string | null
}

const selectDue = statement<[], { id: Uuid }>(
  'select_workspaces_with_due_deliveries',
  `select id from workspaces
   where halted_at is null
     and exists (select from delivery_queue where workspace_id = workspaces.id and due_at <= now())
   order by id`,
)

/** The workspaces that have something to deliver now and may, sorted by id. While sending is halted mail waits. */
export async function workspacesWithDueDeliveries(db: Knex): Promise<Uuid[]> {
  return (await selectDue(db)).map((row) => row.id)
}

/**
 * Claims under a lease. Rows another worker is claiming are skipped, not waited for. The lease is the new due
 * time: a worker that dies leaves its deliveries to become due again. The content is not among what is returned: it would
 * come once for each recipient.
 */
const claimDue = statement<[workspaceId: Uuid, most: number, lease: Uuid, leaseSeconds: number], ClaimedRow>(
  'claim_deliveries',
  `with due as (
     select log_id from delivery_queue
     where workspace_id = $1 and due_at <= now()
     order by due_at limit $2
     for update skip locked
   ), claimed as (
     update delivery_queue as queue
     set due_at = now() + make_interval(secs => $4), lease = $3
     from due where queue.workspace_id = $1 and queue.log_id = due.log_id
     returning queue.log_id, queue.message_id, queue.attempts, queue.first_attempt_at
   ), begun as (
     update message_logs log set status = 'queued', updated_at = now()
     from claimed where log.workspace_id = $1 and log.id = claimed.log_id and log.status = 'scheduled'
   )
   select claimed.*, log.recipient, message.project_id, message.environment, message.from_email,
     message.category
   from claimed
   join message_logs log on log.workspace_id = $1 and log.id = claimed.log_id
   join messages message on message.workspace_id = $1 and message.id = claimed.message_id`,
)

interface ClaimedRow {
  log_id: Uuid
  message_id: Uuid
  project_id: Uuid
  environment: Environment
  attempts: number
  first_attempt_at: Date | null
  recipient: string
  from_email: string
  category: string | null
}

/**
 * Claims deliveries of one workspace that are due.
 *
 * @param lease the worker's own id, which its outcomes must show
 */
export async function claimDeliveries(
  db: Knex,
  workspaceId: Uuid,
  most: number,
  lease: Uuid,
  leaseSeconds: number,
): Promise<Claimed[]> {
  const rows = await claimDue(db, workspaceId, most, lease, leaseSeconds)
  return rows.map((row) => ({
    workspaceId,
    logId: row.log_id,
    messageId: row.message_id,
    projectId: row.project_id,
    environment: row.environment,
    attempts: row.attempts,
    firstAttemptAt: row.first_attempt_at,
    recipient: row.recipient,
    fromEmail: row.from_email,
    category: row.category,
  }))
}
