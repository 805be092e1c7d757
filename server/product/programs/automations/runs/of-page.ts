import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { atKey } from '../../../../platform/db/statements/at-key.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { RunStatus } from '../automation-rows.js'

type Counts = components['schemas']['AutomationRunCounts']

const statuses: readonly RunStatus[] = ['running', 'waiting', 'completed', 'exited', 'failed', 'cancelled']

/**
 * Counts the runs of some automations along their index, without the rows, and those that retention has deleted. A
 * status that no run has is a row as well.
 */
const countRunsOfPage = statement<
  [workspaceId: WorkspaceId, automationIds: readonly Uuid[], statuses: readonly RunStatus[]],
  { readonly id: Uuid; readonly status: RunStatus; readonly count: number }
>(
  'count_runs_of_automations',
  `select given.id, given.status, (kept.count + coalesce(purged.count, 0))::integer as count
   from (
     select id, status from unnest($2::uuid[]) id cross join unnest($3::text[]) status offset 0
   ) given cross join lateral (
     select count(*) as count from (
       select from automation_runs where workspace_id = $1 and ${atKey('automation_id, status', 'given.id, given.status')}
       order by automation_id, status offset 0
     ) run
   ) kept left join lateral (
     select count from automation_purged_runs
     where workspace_id = $1 and automation_id = given.id and status = given.status limit 1
   ) purged on true`,
)

/** Returns how many runs each automation of a page has, by its id. */
export async function figuresOfPage(
  db: Knex,
  workspaceId: WorkspaceId,
  ids: readonly Uuid[],
): Promise<(id: Uuid) => Counts> {
  const rows = ids.length === 0 ? [] : await countRunsOfPage(db, workspaceId, ids, statuses)
  const found = new Map<Uuid, Counts>()
  for (const { id, status, count } of rows) found.set(id, { ...(found.get(id) ?? none), [status]: count })
  return (id) => found.get(id) ?? none
}

const none: Counts = { running: 0, waiting: 0, completed: 0, exited: 0, failed: 0, cancelled: 0 }
