import type { Knex } from 'knex'
import { advisoryLocks } from '../db/transaction/advisory-locks.js'
import { nilUuid, type Uuid, type WorkspaceId } from '../db/ids.js'
import { ownWorkspace } from '../db/statements/own-workspace.js'
import { serviceStatement, statement } from '../db/statements/statement.js'
import { inTransaction } from '../db/transaction/transaction.js'
import { workspacesWith } from '../db/statements/workspaces-with.js'
import type { Job } from '../scheduler/scheduler.js'
import { levelCount, levels } from './levels.js'
import { foldTotals } from './fold-totals.js'

/**
 * Adds pending counts to the table `statistics`, at every level, and to `mail_totals`. Only the counts that change are
 * written again: of a row that has fifty, an addition of two costs two.
 */
const fold = statement<[workspaceId: WorkspaceId, max: number], { count: number }>(
  'fold_statistics',
  `with gone as (
     delete from statistics_pending where workspace_id = $1 and id = any(array(
       select id from statistics_pending where workspace_id = $1 order by id limit $2))
     returning hour, project_id, category, destination, measure, sender, template_id, counted_at, count
   ), counted as (
     select level, project_id,
       case when level & ${levels.category} > 0 then category else '' end as category,
       case when level & ${levels.destination} > 0 then destination else '' end as destination,
       case when level & ${levels.day} > 0 then date_trunc('day', hour, 'UTC') else hour end as at,
       measure, sum(count) as count
     from gone cross join generate_series(0, ${levelCount - 1}) level group by 1, 2, 3, 4, 5, measure
   ), folded as (
     insert into statistics as total (workspace_id, level, project_id, category, destination, at, accepted, counts)
     select own.workspace_id, level, project_id, category, destination, at,
       coalesce(sum(count) filter (where measure = 'accepted'), 0), jsonb_object_agg(measure, count)
     from ${ownWorkspace} cross join counted group by own.workspace_id, level, project_id, category, destination, at
     order by level, at, category, destination, project_id
     on conflict (workspace_id, level, at, category, destination, project_id) do update set
       accepted = total.accepted + excluded.accepted,
       counts = total.counts || (
         select jsonb_object_agg(key, value::bigint + coalesce((total.counts ->> key)::bigint, 0))
         from jsonb_each_text(excluded.counts))
   ), ${foldTotals('gone')}
   select count(*)::integer as count from gone`,
)

const tryLock = serviceStatement<[number], { mine: boolean }>(
  'try_lock_fold_statistics',
  'select pg_try_advisory_xact_lock($1) as mine',
)

/**
 * Adds a batch of a workspace's pending counts to its statistics. Reads return the same before and after.
 *
 * @returns the number of rows that were added; undefined if another process is at it
 */
export function foldStatistics(db: Knex, workspaceId: WorkspaceId, max: number): Promise<number | undefined> {
  return inTransaction(db, async ({ sql: trx }) => {
    const [lock] = await tryLock(trx, advisoryLocks.statistics)
    if (lock?.mine !== true) return undefined
    const [folded] = await fold(trx, workspaceId, max)
    return folded?.count ?? 0
  })
}

const workspaces = workspacesWith<string>('statistics_pending', 'id', { mostlyNone: true })

/**
 * Adds pending counts to the statistics, so that reads have few of them to add up.
 *
 * @param config.batch the max rows of a transaction, and the max workspaces that are looked up at once
 * @param onFolded called for each workspace whose counts were added
 */
export function statisticsJob(
  db: Knex,
  config: { everySeconds: number; batch: number },
  onFolded: (workspaceId: WorkspaceId) => void,
): Job {
  return {
    name: 'statistics',
    everySeconds: config.everySeconds,
    run: async (stopping) => {
      let after: Uuid | undefined = nilUuid
      while (after !== undefined && !stopping.aborted) {
        const found = await workspaces(db, after, config.batch)
        for (const { id } of found) {
          let folded: number | undefined = config.batch
          while (folded === config.batch && !stopping.aborted)
            folded = await foldStatistics(db, id, config.batch)
          if (folded === undefined) return
          onFolded(id)
        }
        after = found.length < config.batch ? undefined : found.at(-1)?.id
      }
    },
  }
}
