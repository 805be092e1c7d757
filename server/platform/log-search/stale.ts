import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../db/ids.js'
import { statement } from '../db/statements/statement.js'

/** SQL: marks the blocks that have some logs. Each log is looked up by the end of its block. */
const mark = (logIds: string) => `update log_search_blocks set stale = true
   where workspace_id = $1 and not stale and block = any(array(
     select (
       select block from log_search_blocks
       where workspace_id = $1 and last_id >= log.id order by last_id limit 1
     ) from (${logIds}) log (id)
   ))`

/**
 * Marks the blocks of messages. The offset keeps the planner from reading logs in another way than message by
 * message.
 */
const markOfMessages = statement<[workspaceId: WorkspaceId, messageIds: readonly Uuid[]]>(
  'mark_search_blocks_of_messages',
  mark(`select found.id from unnest($2::uuid[]) as asked (id) cross join lateral (
    select id from message_logs where workspace_id = $1 and message_id = asked.id offset 0
  ) found`),
)

const markOfLogs = statement<[workspaceId: WorkspaceId, logIds: readonly Uuid[]]>(
  'mark_search_blocks_of_logs',
  mark('select id from unnest($2::uuid[]) as asked (id)'),
)

/**
 * Notes that the texts of messages have changed, or that the messages go in this transaction: the words of their
 * blocks are to be made anew.
 */
export async function messagesChanged(
  trx: Knex,
  workspaceId: WorkspaceId,
  messageIds: readonly Uuid[],
): Promise<void> {
  if (messageIds.length > 0) await markOfMessages(trx, workspaceId, messageIds)
}

/** Notes that logs have changed, or go in this transaction: the words of their blocks are to be made anew. */
export async function logsChanged(
  trx: Knex,
  workspaceId: WorkspaceId,
  logIds: readonly Uuid[],
): Promise<void> {
  if (logIds.length > 0) await markOfLogs(trx, workspaceId, logIds)
}
