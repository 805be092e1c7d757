import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { countedColumns, countStatistics } from '../../../platform/statistics/count.js'

/**
 * Locks the queue row of a delivery that came back or was complained about, before its log: a worker locks them in
 * this order, too, since it deletes the row first. `held` says that a worker has the delivery in flight.
 */
export const lockReturned = statement<[workspaceId: WorkspaceId, logId: Uuid], { held: boolean }>(
  'lock_queued_of_returned',
  `select lease is not null and due_at > now() as held from delivery_queue
   where workspace_id = $1 and log_id = $2 for update`,
)

/** Takes a delivery that came back out of the queue: it was sent, though its connection broke before the reply. */
export const unqueueReturned = statement<[workspaceId: WorkspaceId, logId: Uuid]>(
  'unqueue_returned',
  'delete from delivery_queue where workspace_id = $1 and log_id = $2',
)

/** SQL: returns the sender's address of the message of a returned log. */
const senderOf = (log: string) =>
  `(select from_email from messages where workspace_id = $1 and id = ${log}.message_id)`

/** Records the bounce in the log. The time of the delivery stays: a server had taken the mail, and then it came back. */
export const markBounced = statement<
  [workspaceId: WorkspaceId, logId: Uuid, attempt: string, counts: boolean]
>(
  'bounce_delivered',
  `with bounced as (
     update message_logs set status = 'bounced', attempts = attempts || jsonb_build_array($3::jsonb),
       next_attempt_at = null, updated_at = now()
     where workspace_id = $1 and id = $2
     returning message_id, project_id, category, recipient
   ), ${countStatistics(
     `select ${countedColumns("'bounced:' || ($3::jsonb ->> 'class')", { sender: senderOf('bounced') })}
     from bounced where $4`,
   )}
   select`,
)

/** Records a verified complaint in the log. */
export const markComplained = statement<[workspaceId: WorkspaceId, logId: Uuid]>(
  'record_complaint',
  `with complained as (
     update message_logs set complained_at = now(), updated_at = now() where workspace_id = $1 and id = $2
     returning message_id, project_id, category, recipient
   ), ${countStatistics(
     `select ${countedColumns("'complained'", { sender: senderOf('complained') })} from complained`,
   )}
   select`,
)

/** Keeps an unverified complaint in the log, unless it has one, or a verified one. */
export const keepUnverifiedComplaint = statement<
  [workspaceId: WorkspaceId, logId: Uuid, complaint: string],
  { id: Uuid }
>(
  'record_unverified_complaint',
  `update message_logs set unverified_complaint = $3::jsonb, updated_at = now()
   where workspace_id = $1 and id = $2 and unverified_complaint is null and complained_at is null
   returning id`,
)
