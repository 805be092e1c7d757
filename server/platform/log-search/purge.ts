import type { Knex } from 'knex'
import { minUuidAt, nilUuid, timeOf, type Uuid, type WorkspaceId } from '../db/ids.js'
import { dayMs } from '../db/retention.js'
import { sameKey } from '../db/statements/same-key.js'
import { statement } from '../db/statements/statement.js'
import { workspacesWith, type WorkspaceWithRows } from '../db/statements/workspaces-with.js'
import type { PurgeTask } from '../scheduler/purge/task.js'

/** Blocks that one transaction deletes: each has some thousand words. */
const atOnce = 4

/** Deletes old blocks. The barrier keeps the planner from joining in another way than word by word. */
const deleteOld = statement<
  [workspaceId: WorkspaceId, below: Uuid, max: number],
  { blocks: number; words: number }
>(
  'purge_search_blocks',
  `with gone as (
     delete from log_search_blocks where workspace_id = $1 and block = any(array(
       select block from log_search_blocks where workspace_id = $1 and last_id < $2 order by last_id limit $3))
     returning block, words
   ), words as (
     delete from log_search_words pair using (
       select block, unnest(words) as word from gone offset 0
     ) said
     where pair.workspace_id = $1 and ${sameKey('pair', 'said', ['word', 'block'])} returning 1
   )
   select (select count(*) from gone)::integer as blocks, (select count(*) from words)::integer as words`,
)

async function purgeBlocks(trx: Knex, workspaceId: WorkspaceId, before: Date) {
  const [gone] = await deleteOld(trx, workspaceId, minUuidAt(before), atOnce)
  const { blocks, words } = gone ?? { blocks: 0, words: 0 }
  return {
    purged: { log_search_blocks: blocks, log_search_words: words },
    next: blocks < atOnce ? null : nilUuid,
  }
}

/** Purges blocks all of whose logs are past their retention. A block of which some logs are left is made anew. */
export const searchBlocksTask: PurgeTask<WorkspaceWithRows<Uuid>> = {
  workspaces: workspacesWith<Uuid>('log_search_blocks', 'last_id'),
  keptUntil: ({ first }, days) => timeOf(first).getTime() + days * dayMs,
  purge: (trx, { workspaceId, before }) => purgeBlocks(trx, workspaceId, before),
}
