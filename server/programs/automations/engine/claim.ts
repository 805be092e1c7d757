import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../db/ids.js'
import { gather, statement } from '../../../db/statement.js'
import type { RunRow } from '../rows.js'

/** The due runs that one claim looks at: those that have been due for longest, and those that became due last. */
const longestDue = 500
const lastDue = 200

/**
 * Workspaces take turns: the first run of each comes before the second of any. Those that became due last are
 * looked at so that the backlog of one workspace does not hold up what becomes due in others.
 */
const claim = gather<
  [lease: Uuid, now: Date, leaseSeconds: number, max: number, except: readonly Uuid[]],
  RunRow
>(
  'claim_due_automation_runs',
  `with due as (
     (select workspace_id, id, due_at from automation_runs where due_at <= $2 and workspace_id <> all($5::uuid[])
      order by due_at limit ${longestDue})
     union
     (select workspace_id, id, due_at from automation_runs where due_at <= $2 and workspace_id <> all($5::uuid[])
      order by due_at desc limit ${lastDue})
   ), placed as (
     select workspace_id, id, row_number() over (partition by workspace_id order by due_at, id) as place from due
   ), chosen as (
     select workspace_id, id from placed order by place limit $4
   ), locked as materialized (
     select found.id, found.workspace_id from chosen cross join lateral (
       select workspace_id, id from automation_runs
       where workspace_id = chosen.workspace_id and id = chosen.id and due_at <= $2 limit 1
       for no key update skip locked
     ) found
   )
   update automation_runs run set lease = $1, due_at = $2::timestamptz + make_interval(secs => $3)
   where workspace_id = any(array(select workspace_id from locked)) and id = any(array(select id from locked))
   returning run.*`,
)

/**
 * Claims due runs of any workspace.
 *
 * @param now by the clock that waits go by
 * @param except workspaces to leave alone
 * @returns the runs, by workspace
 */
export async function claimDueRuns(
  db: Knex,
  lease: Uuid,
  now: Date,
  leaseSeconds: number,
  max: number,
  except: readonly Uuid[] = [],
): Promise<ReadonlyMap<WorkspaceId, RunRow[]>> {
  const claimed = new Map<WorkspaceId, RunRow[]>()
  for (const row of await claim(db, lease, now, leaseSeconds, max, except)) {
    const known = claimed.get(row.workspace_id)
    if (known === undefined) claimed.set(row.workspace_id, [row])
    else known.push(row)
  }
  return claimed
}

const postpone = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid, now: Date, seconds: number]>(
  'postpone_automation_run',
  `update automation_runs set lease = null, due_at = $4::timestamptz + make_interval(secs => $5)
   where workspace_id = $1 and id = (
     select id from automation_runs where workspace_id = $1 and id = $2 and lease = $3 for no key update skip locked
   )`,
)

/**
 * Gives a claimed run back, to be due again after some seconds, with no attempt counted. One that is locked keeps its
 * lease.
 */
export async function postponeRun(
  db: Knex,
  workspaceId: WorkspaceId,
  id: Uuid,
  lease: Uuid,
  now: Date,
  seconds: number,
): Promise<void> {
  await postpone(db, workspaceId, id, lease, now, seconds)
}
