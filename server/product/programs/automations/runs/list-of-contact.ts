import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import {
  presentPage,
  rangeOf,
  unclampedWindow,
  type Page,
  type WindowQuery,
} from '../../../../platform/http/lists/pagination.js'
import { listedColumns } from './list.js'
import { presentRun, type ListedRun } from './present.js'

/**
 * Selects a contact's newest runs of each automation that it has run, and the newest of these. The index has a
 * contact's runs by automation: the statement looks up one automation after the other, and each gives a page at most.
 * Comparing and ordering columns as one row makes the planner take that index.
 */
const selectRuns = statement<
  [workspaceId: WorkspaceId, contactId: Uuid, from: Uuid, below: Uuid, retainedSince: Date, max: number],
  ListedRun
>(
  'select_automation_runs_of_contact',
  `with recursive own as (
     (select automation_id from automation_runs
      where workspace_id = $1 and contact_id = $2
      order by workspace_id desc, contact_id desc, automation_id desc limit 1)
     union all
     select next.automation_id from own
     cross join lateral (
       select automation_id from automation_runs
       where workspace_id = $1 and contact_id = $2 and automation_id < own.automation_id
       order by workspace_id desc, contact_id desc, automation_id desc limit 1
     ) next
   )
   select ${listedColumns('run')} from own
   cross join lateral (
     select * from automation_runs
     where workspace_id = $1 and contact_id = $2 and automation_id = own.automation_id and id < $4 and id >= $3
       and (ended_at is null or ended_at >= $5)
     order by contact_id desc, automation_id desc, id desc limit $6
   ) run
   order by run.id desc limit $6`,
)

/**
 * Returns a page of the runs of a contact, of any automation, newest first.
 *
 * @param retainedSince the beginning of the workspace's retention: runs that ended before are left out
 * @throws ApiError 422 if the window or the cursor is invalid
 */
export async function listRunsOfContact(
  db: Knex,
  { workspaceId, contactId }: { readonly workspaceId: WorkspaceId; readonly contactId: Uuid },
  query: WindowQuery,
  retainedSince: Date,
): Promise<Page<components['schemas']['AutomationRun']>> {
  const { from, below } = rangeOf(query, unclampedWindow(query))
  const rows = await selectRuns(db, workspaceId, contactId, from, below, retainedSince, query.limit + 1)
  const page = rows.slice(0, query.limit)
  const next = rows.length > page.length ? (page.at(-1)?.id ?? null) : null
  return presentPage({ rows: page, next }, (found) => found.map(presentRun))
}
