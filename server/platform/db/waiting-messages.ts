import type { Uuid, WorkspaceId } from './ids.js'
import { statement } from './statement.js'

/**
 * Which of some messages still have a delivery to be made. Both look-ups go row by row, by an index: the
 * barriers (`offset 0`, `limit 1`) keep the planner from reading a whole table instead.
 */
export const selectWaiting = statement<[workspaceId: WorkspaceId, messageIds: readonly Uuid[]], { id: Uuid }>(
  'select_waiting_messages',
  `select distinct asked.id
   from unnest($2::uuid[]) as asked (id)
   cross join lateral (
     select id from message_logs where workspace_id = $1 and message_id = asked.id offset 0
   ) log
   cross join lateral (
     select from delivery_queue where workspace_id = $1 and log_id = log.id limit 1
   ) waiting`,
)
