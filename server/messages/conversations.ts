import type { Knex } from 'knex'
import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'

const selectOf = statement<[workspaceId: Uuid, logId: Uuid], { attempt: number; conversation: string }>(
  'select_conversations_of_log',
  `select attempt, conversation from attempt_conversations
   where workspace_id = $1 and log_id = $2 order by attempt`,
)

/** What was said in a log's attempts, by their numbers from 1 on. Attempts of which nothing is kept have none. */
export async function conversationsOf(
  db: Knex,
  workspaceId: Uuid,
  logId: Uuid,
): Promise<ReadonlyMap<number, string>> {
  const rows = await selectOf(db, workspaceId, logId)
  return new Map(rows.map(({ attempt, conversation }) => [attempt, conversation]))
}
