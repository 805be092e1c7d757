import type { Knex } from 'knex'
import { newUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/own-workspace.js'
import { statement } from '../../../../platform/db/statement.js'
import type { IgnoredReason } from '../rows.js'

/** This process, in rows that no other one counts in. */
const countedBy = newUuid()

/** In one order, so that two transactions of a process do not wait for each other. */
const count = statement<[workspaceId: WorkspaceId, counts: string, countedBy: Uuid]>(
  'count_ignored_triggers',
  `insert into automation_ignored (workspace_id, automation_id, reason, counted_by, count)
   select own.workspace_id, automation_id, reason, $3, count(*)
   from ${ownWorkspace} cross join json_to_recordset($2::json) as ignored (automation_id uuid, reason text)
   group by own.workspace_id, automation_id, reason order by automation_id, reason
   on conflict (workspace_id, automation_id, reason, counted_by) do update
     set count = automation_ignored.count + excluded.count`,
)

/** A trigger that has started no run. */
export interface Ignored {
  readonly automation_id: Uuid
  readonly reason: IgnoredReason
}

/**
 * Counts triggers that have started no run. It locks what others count in, so it comes last in a transaction.
 */
export async function countIgnored(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  ignored: readonly Ignored[],
): Promise<void> {
  if (ignored.length > 0) await count(trx, workspaceId, JSON.stringify(ignored), countedBy)
}
