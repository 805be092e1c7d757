import type { Knex } from 'knex'
import { nilUuid, type WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { sameKey } from '../../db/same-key.js'
import { levelCount } from '../../statistics/levels.js'
import { statisticsKeptFor } from '../../statistics/span.js'
import type { PurgeBatch } from './batch.js'

const key = ['level', 'at', 'category', 'destination', 'project_id']

/** The old rows of each level stand together in the index. The first level goes last: its first row is looked for. */
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

/** Purges a batch of what was counted more than 400 days ago, whatever the workspace's retention is. */
export async function purgeStatistics(trx: Knex, workspaceId: WorkspaceId, max: number): Promise<PurgeBatch> {
  const [gone] = await deleteOld(trx, workspaceId, max)
  const count = Number(gone?.count ?? 0)
  return { purged: { statistics: count }, next: count < max ? null : nilUuid }
}
