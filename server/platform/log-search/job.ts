import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LogSearchConfig } from '../config/scheduler.js'
import { nilUuid, timeOf, type Uuid, type WorkspaceId } from '../db/ids.js'
import { gather } from '../db/statement.js'
import { inTransaction } from '../db/transaction.js'
import { workspacesWith } from '../db/workspaces-with.js'
import type { Job } from '../scheduler/scheduler.js'
import { makeBlock, renewBlock, settledBelow } from './blocks.js'
import { atMostEntries } from '../../mail/at-most-entries.js'

/** Workspaces that one statement finds. */
const atOnce = 500

/** The longest pause between two blocks, in milliseconds. */
const maxPauseMs = 1_000

/** The longest that a workspace with too few logs for a block is left alone, in milliseconds. */
const maxRestMs = 3_600_000

/** How many blocks are made between two lines of the log. */
const reportedBlocks = 500

interface Unindexed {
  readonly id: WorkspaceId
  /** The first log that is in no block. */
  readonly first: Uuid
}

/** Along the workspaces, with two looks at indexes for each. */
const selectUnindexed = gather<[after: Uuid, max: number, below: Uuid], Unindexed>(
  'select_workspaces_with_unindexed_logs',
  `select workspace.id, found.first
   from workspaces workspace left join lateral (
     select last_id from log_search_blocks where workspace_id = workspace.id order by last_id desc limit 1
   ) newest on true cross join lateral (
     select id as first from message_logs
     where workspace_id = workspace.id and id > coalesce(newest.last_id, '${nilUuid}') and id < $3
     order by workspace_id, id limit 1
   ) found
   where workspace.id > $1 order by workspace.id limit $2`,
)

const stale = workspacesWith<number>('log_search_blocks', 'block', {
  name: 'stale_search_blocks',
  where: 'stale',
})

/**
 * Indexes the words of message logs, block by block, with a pause after each as long as it took: after an upgrade there
 * is much to do, and nobody waits for it. Searches look through what is in no block yet.
 */
export function logSearchJob(db: Knex, config: LogSearchConfig, log: Logger): Job {
  /** When a workspace with too few logs is looked at again, in milliseconds since 1970. */
  const resting = new LRUCache<WorkspaceId, number>(atMostEntries(50_000))
  return {
    name: 'log search',
    everySeconds: config.everySeconds,
    run: async (stopping) => {
      await renewStale(db, stopping)
      let [blocks, indexed] = [0, 0]
      const report = () => log.info({ blocks, logs: indexed }, 'message logs were indexed for searches')
      for await (const { id, first } of workspacesOf(
        (after) => selectUnindexed(db, after, atOnce, settledBelow(config)),
        stopping,
      )) {
        if ((resting.get(id) ?? 0) > Date.now()) continue
        let made: Awaited<ReturnType<typeof makeBlock>> = 0
        while (typeof made === 'number' && !stopping.aborted) {
          const begin = performance.now()
          made = await makeBlock(db, id, config)
          if (typeof made !== 'number') break
          blocks += 1
          indexed += made
          if (blocks % reportedBlocks === 0) report()
          await pause(performance.now() - begin, stopping)
        }
        if (made === 'busy') break
        if (made === 'few') resting.set(id, Date.now() + restOf(first, config))
      }
      if (blocks > reportedBlocks) report()
    },
  }
}

/** Where logs have not come to a block for some time, they will not for a part of it. */
function restOf(first: Uuid, { everySeconds }: LogSearchConfig): number {
  const waited = Date.now() - timeOf(first).getTime()
  return Math.min(maxRestMs, Math.max(everySeconds * 1000, waited / 10))
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(Math.min(ms, maxPauseMs), undefined, { signal: stopping }).catch(() => undefined)
}

async function renewStale(db: Knex, stopping: AbortSignal): Promise<void> {
  for await (const { id } of workspacesOf((after) => stale(db, after, atOnce), stopping)) {
    let renewed = true
    while (renewed && !stopping.aborted) renewed = await inTransaction(db, ({ sql }) => renewBlock(sql, id))
  }
}

/** All workspaces that a statement finds, page by page. */
async function* workspacesOf<Found extends { id: WorkspaceId }>(
  find: (after: Uuid) => Promise<readonly Found[]>,
  stopping: AbortSignal,
): AsyncGenerator<Found> {
  let after: Uuid | undefined = nilUuid
  while (after !== undefined && !stopping.aborted) {
    const found: readonly Found[] = await find(after)
    for (const workspace of found) {
      if (stopping.aborted) return
      yield workspace
    }
    after = found.length < atOnce ? undefined : found.at(-1)?.id
  }
}
