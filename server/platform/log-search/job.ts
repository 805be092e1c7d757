import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LogSearchConfig } from '../config/scheduler.js'
import { nilUuid, type Uuid, type WorkspaceId } from '../db/ids.js'
import { gather } from '../db/statements/statement.js'
import { inTransaction } from '../db/transaction/transaction.js'
import { workspacesWith } from '../db/statements/workspaces-with.js'
import type { Job } from '../scheduler/scheduler.js'
import { makeBlock, renewBlock, settledBelow } from './blocks.js'

/** Workspaces that one statement finds. */
const atOnce = 500

/** The longest pause between two blocks, in milliseconds. */
const maxPauseMs = 1_000

/** The number of blocks between two lines of the log. */
const reportedBlocks = 500

type Found = { readonly id: WorkspaceId }

/**
 * SQL: the workspaces with enough settled logs for a block, which are behind $1, at most $2. It goes along the
 * workspaces, with a look at the index for the last log of the last block, and one that ends where a block would.
 *
 * @param of further conditions of workspaces
 */
function withWholeBlock(of: string): string {
  return `select workspace.id
   from workspaces workspace left join lateral (
     select last_id from log_search_blocks where workspace_id = workspace.id order by last_id desc limit 1
   ) newest on true cross join lateral (
     select from message_logs
     where workspace_id = workspace.id and id > coalesce(newest.last_id, '${nilUuid}') and id < $3
     order by workspace_id, id offset $4 - 1 limit 1
   ) found
   where workspace.id > $1 ${of} order by workspace.id limit $2`
}

type Page = [after: Uuid, max: number, below: Uuid, blockLogs: number]

const selectWithBlock = gather<Page, Found>('select_workspaces_with_search_block', withWholeBlock(''))

const selectWithBlockOf = gather<[...Page, among: readonly WorkspaceId[]], Found>(
  'select_workspaces_with_search_block_among',
  withWholeBlock('and workspace.id = any($5)'),
)

const stale = workspacesWith<number>('log_search_blocks', 'block', {
  name: 'stale_search_blocks',
  where: 'stale',
  mostlyNone: true,
})

/** The job that indexes the words of message logs. */
export interface LogSearchJob extends Job {
  /** Notes a workspace that has new logs: between its looks at all workspaces the job looks at these. */
  readonly noteLogs: (workspaceId: WorkspaceId) => void
}

/**
 * Indexes the words of message logs, block by block, with a pause after each as long as it took: after an upgrade
 * there is much to do, and nobody waits for it. Searches look through logs that are in no block yet.
 */
export function logSearchJob(db: Knex, config: LogSearchConfig, log: Logger): LogSearchJob {
  /** The times at which workspaces were noted last, in milliseconds since 1970. */
  const noted = new Map<WorkspaceId, number>()
  let lookAtAll = 0
  return {
    name: 'log search',
    everySeconds: config.everySeconds,
    noteLogs: (workspaceId) => void noted.set(workspaceId, Date.now()),
    run: async (stopping) => {
      await renewStale(db, stopping)
      const begun = Date.now()
      const isWalk = begun >= lookAtAll
      const among = [...noted.keys()]
      if (!isWalk && among.length === 0) return
      const page = (after: Uuid): Page => [after, atOnce, settledBelow(config), config.blockLogs]
      const found = workspacesOf(
        (after) =>
          isWalk ? selectWithBlock(db, ...page(after)) : selectWithBlockOf(db, ...page(after), among),
        stopping,
      )
      if (!(await index(found, stopping))) return
      if (isWalk) lookAtAll = begun + config.walkSeconds * 1000
      // Workspaces that were noted later may have logs that were too new.
      for (const [id, at] of noted) if (at < begun - config.settledSeconds * 1000) noted.delete(id)
    },
  }

  /**
   * Makes the blocks of the workspaces that were found.
   *
   * @returns whether it came to the end: not if it was stopped, or another process is at it
   */
  async function index(found: AsyncIterable<Found>, stopping: AbortSignal): Promise<boolean> {
    let [blocks, indexed] = [0, 0]
    const report = () => log.info({ blocks, logs: indexed }, 'message logs were indexed for searches')
    for await (const { id } of found) {
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
      if (made === 'busy') return false
    }
    if (blocks > reportedBlocks) report()
    return !stopping.aborted
  }
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

/** Yields all workspaces that a statement finds, page by page. */
async function* workspacesOf(
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
