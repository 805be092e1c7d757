import { timeOf, minUuidAt, nilUuid, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { dayMs } from '../../platform/db/retention.js'
import { statement } from '../../platform/db/statement.js'
import { workspacesWith, type WorkspaceWithRows } from '../../platform/db/workspaces-with.js'
import type { PurgeTask } from '../../platform/scheduler/purge/task.js'

const removeOld = statement<[workspaceId: WorkspaceId, below: Uuid, max: number], { count: string }>(
  'delete_old_engagements',
  `with old as materialized (
     select distinct log_id from (
       select log_id from engagements where workspace_id = $1 and log_id < $2 order by log_id limit $3
     ) first
   ), gone as (
     delete from engagements where workspace_id = $1 and log_id = any(array(select log_id from old)) returning 1
   )
   select count(*) as count from gone`,
)

/** Opens and clicks of logs that are past their retention: they go with their log, unless that was dropped with others. */
export const engagementsTask: PurgeTask = {
  workspaces: workspacesWith<Uuid>('engagements', 'log_id'),
  keptUntil: ({ first }: WorkspaceWithRows<Uuid>, days) => timeOf(first).getTime() + days * dayMs,
  purge: async (trx, { workspaceId, before }, _after, max) => {
    const [gone] = await removeOld(trx, workspaceId, minUuidAt(before), max)
    const count = Number(gone?.count ?? 0)
    return { purged: { engagements: count }, next: count < max ? null : nilUuid }
  },
}
