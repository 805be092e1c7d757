import { timeOf, minUuidAt, nilUuid, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { dayMs } from '../../platform/db/retention.js'
import { sameKey } from '../../platform/db/statements/same-key.js'
import { statement } from '../../platform/db/statements/statement.js'
import { workspacesWith, type WorkspaceWithRows } from '../../platform/db/statements/workspaces-with.js'
import type { PurgeTask } from '../../platform/scheduler/purge/task.js'

/**
 * Deletes old events. Each is named by the columns of every index of its table: whichever the planner takes, it finds
 * that event alone.
 */
const removeOld = statement<[workspaceId: WorkspaceId, below: Uuid, max: number], { count: string }>(
  'delete_old_engagements',
  `with old as materialized (
     select distinct log_id from (
       select log_id from engagements where workspace_id = $1 and log_id < $2
       order by workspace_id, log_id limit (select $3::integer)
     ) first
   ), gone as (
     delete from engagements where workspace_id = $1 and log_id = any(array(select log_id from old))
     returning kind, contact_id, contact_event_id, contact_event_at
   ), gone_of_contacts as (
     delete from contact_events event using (
       select contact_id, case when kind = 'open' then 'message.opened' else 'message.clicked' end as name,
         contact_event_at as at, contact_event_id as id
       from gone where contact_event_at is not null
     ) hit
     where event.workspace_id = $1 and ${sameKey('event', 'hit', ['contact_id', 'name', 'at', 'id'])}
   )
   select count(*) as count from gone`,
)

/**
 * Purges opens and clicks of logs that are past their retention, with the events of contacts that they were recorded
 * as.
 */
export const engagementsTask: PurgeTask = {
  workspaces: workspacesWith<Uuid>('engagements', 'log_id'),
  keptUntil: ({ first }: WorkspaceWithRows<Uuid>, days) => timeOf(first).getTime() + days * dayMs,
  purge: async (trx, { workspaceId, before }, _after, max) => {
    const [gone] = await removeOld(trx, workspaceId, minUuidAt(before), max)
    const count = Number(gone?.count ?? 0)
    return { purged: { engagements: count }, next: count < max ? null : nilUuid }
  },
}
