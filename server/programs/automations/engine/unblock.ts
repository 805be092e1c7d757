import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../db/ids.js'
import { gather, statement } from '../../../db/statement.js'
import type { BlockedBy } from '../rows.js'

/** The most automations with blocked runs that are looked at together. */
const maxLookedAt = 1000

/** Runs that one statement makes due again. */
const page = 500

interface Blocked {
  readonly workspaceId: WorkspaceId
  readonly automationId: Uuid
  readonly blockedBy: BlockedBy
}

/** A loose index scan: from each automation with blocked runs to the next one, however many runs it has. */
const selectOver = gather<[], Blocked>(
  'select_blocks_that_are_over',
  `with recursive blocked (workspace_id, automation_id, blocked_by, number) as (
     (select workspace_id, automation_id, blocked_by, 1 from automation_runs where blocked_by is not null
      order by workspace_id, automation_id, blocked_by limit 1)
     union all
     select next.workspace_id, next.automation_id, next.blocked_by, blocked.number + 1
     from blocked cross join lateral (
       select workspace_id, automation_id, blocked_by from automation_runs
       where blocked_by is not null
         and (workspace_id, automation_id, blocked_by) > (blocked.workspace_id, blocked.automation_id, blocked.blocked_by)
       order by workspace_id, automation_id, blocked_by limit 1
     ) next
     where blocked.number < ${maxLookedAt}
   )
   select workspace_id as "workspaceId", automation_id as "automationId", blocked_by as "blockedBy"
   from blocked
   left join lateral (
     select status from automations where workspace_id = blocked.workspace_id and id = blocked.automation_id limit 1
   ) automation on true
   left join lateral (
     select halted_at from workspaces where id = blocked.workspace_id limit 1
   ) workspace on true
   where case blocked_by when 'automation_paused' then automation.status is distinct from 'paused'
     else workspace.halted_at is null end`,
)

const release = statement<
  [workspaceId: WorkspaceId, automationId: Uuid, blockedBy: BlockedBy, now: Date, max: number],
  { id: Uuid }
>(
  'release_blocked_automation_runs',
  `with chosen as materialized (
     select id from automation_runs
     where workspace_id = $1 and automation_id = $2 and blocked_by = $3
     order by id limit $5 for no key update skip locked
   )
   update automation_runs set blocked_by = null, due_at = $4
   where workspace_id = $1 and id = any(array(select id from chosen))
   returning id`,
)

/**
 * Makes runs due again whose automation is no longer paused, or whose workspace may send again.
 *
 * @param now by the clock that waits go by
 * @returns how many
 */
export async function releaseBlocked(db: Knex, now: Date, isStopping: () => boolean): Promise<number> {
  let released = 0
  for (const { workspaceId, automationId, blockedBy } of await selectOver(db)) {
    let count: number
    do {
      if (isStopping()) return released
      count = (await release(db, workspaceId, automationId, blockedBy, now, page)).length
      released += count
    } while (count === page)
  }
  return released
}
