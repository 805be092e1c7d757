import type { Knex } from 'knex'
import { TimeSlice } from '../../../base/time/time-slice.js'
import { advisoryLocks } from '../db/transaction/advisory-locks.js'
import { greatestUuid, minUuidAt, nilUuid, uuidAfter, type Uuid, type WorkspaceId } from '../db/ids.js'
import { ownWorkspace } from '../db/statements/own-workspace.js'
import { sameKey } from '../db/statements/same-key.js'
import { serviceStatement, statement } from '../db/statements/statement.js'
import { inTransaction } from '../db/transaction/transaction.js'
import { LogWords, type SearchedLog } from './log-words.js'

/** The approximate number of logs of a block, unless they have very many words. */
export const usualBlock = 1_000

/** The max number of words of a block, so that one statement writes it. A single log may have more. */
const maxWords = 20_000

/** The max number of logs that a block is made of anew: those that it had, and any that came later. */
const maxAgain = 5_000

const selectNewest = statement<[workspaceId: WorkspaceId], { block: number; last_id: Uuid }>(
  'select_newest_search_block',
  `select block, last_id from log_search_blocks where workspace_id = $1 order by block desc limit 1`,
)

/** Selects logs. The limit of the subquery has the messages looked up by their keys. */
const selectLogs = statement<[workspaceId: WorkspaceId, from: Uuid, below: Uuid, max: number], SearchedLog>(
  'select_logs_to_index',
  `select log.id, log.address, log.recipient, log.recipient_name, log.category, message.subject, message.from_email,
     message.metadata
   from (
     select * from message_logs where workspace_id = $1 and id >= $2 and id < $3 order by id limit $4
   ) log left join lateral (
     select subject, from_email, metadata from messages where workspace_id = $1 and id = log.message_id limit 1
   ) message on true
   order by log.id`,
)

const insertBlock = statement<
  [
    workspaceId: WorkspaceId,
    block: number,
    firstId: Uuid,
    lastId: Uuid,
    logs: number,
    words: readonly string[],
  ]
>(
  'insert_search_block',
  `insert into log_search_blocks (workspace_id, block, first_id, last_id, logs, words)
   select own.workspace_id, given.* from ${ownWorkspace}
   cross join (select $2::integer, $3::uuid, $4::uuid, $5::integer, $6::text[]) given`,
)

const insertWords = statement<[workspaceId: WorkspaceId, block: number, words: readonly string[]]>(
  'insert_search_words',
  `insert into log_search_words (workspace_id, word, block)
   select own.workspace_id, given.word, $2::integer
   from ${ownWorkspace} cross join unnest($3::text[]) as given (word)
   on conflict do nothing`,
)

const tryLock = serviceStatement<[number], { mine: boolean }>(
  'try_lock_log_search',
  'select pg_try_advisory_xact_lock($1) as mine',
)

/** Numbers of the blocks. */
export interface BlockConfig {
  /** Logs of a block. */
  readonly blockLogs: number
  /** The min age of a block's logs, in seconds. */
  readonly settledSeconds: number
}

/** Returns the id below which all logs are committed that ever will be. */
export function settledBelow({ settledSeconds }: BlockConfig): Uuid {
  return minUuidAt(new Date(Date.now() - settledSeconds * 1000))
}

/**
 * Makes the next block of a workspace, of the logs that follow its newest one, in a transaction.
 *
 * @returns the number of its logs; 'few' if they are no whole block yet, 'busy' if another process makes one
 */
export function makeBlock(
  db: Knex,
  workspaceId: WorkspaceId,
  config: BlockConfig,
): Promise<number | 'few' | 'busy'> {
  return inTransaction(db, async ({ sql: trx }) => {
    const [lock] = await tryLock(trx, advisoryLocks.logSearch)
    if (lock?.mine !== true) return 'busy'
    const [newest] = await selectNewest(trx, workspaceId)
    const from = newest === undefined ? nilUuid : uuidAfter(newest.last_id)
    const logs = await selectLogs(trx, workspaceId, from, settledBelow(config), config.blockLogs)
    if (logs.length < config.blockLogs) return 'few'
    const { words, count } = await wordsOf(logs)
    const [first, last] = [logs[0], logs[count - 1]]
    if (first === undefined || last === undefined) return 'few'
    const block = (newest?.block ?? 0) + 1
    await insertBlock(trx, workspaceId, block, first.id, last.id, count, words)
    await insertWords(trx, workspaceId, block, words)
    return count
  })
}

/**
 * Returns the words of the first of some logs, in the order of their bytes, and the number of those logs. Other tasks
 * run between two logs.
 */
export async function wordsOf(
  logs: readonly SearchedLog[],
  most = maxWords,
): Promise<{ words: string[]; count: number }> {
  const slice = new TimeSlice()
  const gathered = new LogWords()
  let count = 0
  for (const log of logs) {
    if (gathered.words.size >= most) break
    gathered.add(log)
    count += 1
    await slice.pause()
  }
  return { words: [...gathered.words].sort(), count }
}

const selectStale = statement<
  [workspaceId: WorkspaceId],
  { block: number; first_id: Uuid; last_id: Uuid; words: string[] }
>(
  'select_stale_search_block',
  `select block, first_id, last_id, words from log_search_blocks
   where workspace_id = $1 and stale order by block limit 1 for update`,
)

const updateBlock = statement<
  [workspaceId: WorkspaceId, block: number, logs: number, words: readonly string[]]
>(
  'update_search_block',
  `update log_search_blocks set logs = $3, words = $4, stale = false where workspace_id = $1 and block = $2`,
)

const deleteWords = statement<[workspaceId: WorkspaceId, block: number, words: readonly string[]]>(
  'delete_search_words',
  `delete from log_search_words pair using unnest($3::text[]) as gone (word)
   where pair.workspace_id = $1 and ${sameKey('pair', 'gone', ['word'])} and pair.block = $2`,
)

/**
 * Makes the first stale block of a workspace anew, of the logs that it has now. Whoever changes one of them marks the
 * block afterwards, and waits for this transaction then.
 *
 * @returns whether there was one
 */
export async function renewBlock(trx: Knex, workspaceId: WorkspaceId): Promise<boolean> {
  const [stale] = await selectStale(trx, workspaceId)
  if (stale === undefined) return false
  const { block, first_id: first, last_id: last } = stale
  const below = last === greatestUuid ? last : uuidAfter(last)
  const logs = await selectLogs(trx, workspaceId, first, below, maxAgain)
  const { words } = await wordsOf(logs, Infinity)
  const [before, now] = [new Set(stale.words), new Set(words)]
  await deleteWords(
    trx,
    workspaceId,
    block,
    stale.words.filter((word) => !now.has(word)),
  )
  await insertWords(
    trx,
    workspaceId,
    block,
    words.filter((word) => !before.has(word)),
  )
  await updateBlock(trx, workspaceId, block, logs.length, words)
  return true
}
