import type { WorkspaceId } from '../db/ids.js'
import { dayMs } from '../db/retention.js'
import { sameKey } from '../db/statements/same-key.js'
import { statement } from '../db/statements/statement.js'
import { workspacesWith } from '../db/statements/workspaces-with.js'
import { keptForMs, untilFewer, type PurgeTask } from '../scheduler/purge/task.js'
import { levelCount } from './levels.js'
import { statisticsKeptFor } from './span.js'

const key = ['level', 'at', 'category', 'destination', 'project_id']

/**
 * Deletes old rows. Those of each level stand together in the index. The first level goes last, since the task
 * looks at its oldest row to find the workspaces that have old rows.
 */
const deleteOld = statement<[workspaceId: WorkspaceId, max: number], { count: string }>(
  'delete_old_statistics',
  `with old as materialized (
     select old.* from generate_series(${levelCount - 1}, 0, -1) as each (level)
     cross join lateral (
       select ${key.join(', ')} from statistics
       where workspace_id = $1 and statistics.level = each.level::smallint
         and at < now() - interval '${statisticsKeptFor} days'
       order by at limit $2
     ) old
     limit $2
   ), gone as (
     delete from statistics counted using old
     where counted.workspace_id = $1 and ${sameKey('counted', 'old', key)}
     returning 1
   )
   select count(*) as count from gone`,
)

/** Purges counts that are more than 400 days old, whatever the workspace's retention is. */
export const statisticsTask: PurgeTask = {
  workspaces: workspacesWith<Date>('statistics', 'level, at', { first: 'at' }),
  keptUntil: keptForMs(statisticsKeptFor * dayMs),
  purge: untilFewer('statistics', (trx, { workspaceId }, max) => deleteOld(trx, workspaceId, max)),
}

const totalsKey = ['kind', 'key', 'day', 'project_id']

const deleteOldTotals = statement<[workspaceId: WorkspaceId, max: number], { count: string }>(
  'delete_old_mail_totals',
  `with old as materialized (
     select ${totalsKey.join(', ')} from mail_totals
     where workspace_id = $1 and day < now() - interval '${statisticsKeptFor} days' order by day limit $2
   ), gone as (
     delete from mail_totals counted using old
     where counted.workspace_id = $1 and ${sameKey('counted', 'old', totalsKey)}
     returning 1
   )
   select count(*) as count from gone`,
)

/** Purges the totals of senders and templates, as the statistics. */
export const mailTotalsTask: PurgeTask = {
  workspaces: workspacesWith<Date>('mail_totals', 'day'),
  keptUntil: keptForMs(statisticsKeptFor * dayMs),
  purge: untilFewer('mail_totals', (trx, { workspaceId }, max) => deleteOldTotals(trx, workspaceId, max)),
}
