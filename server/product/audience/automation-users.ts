import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { greatestUuid, nilUuid, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'

/** A kind of thing that automations name. */
type NamedKind = 'template' | 'list' | 'segment' | 'topic'

/** The most automations that are found for one thing. */
const foundAtMost = 100

/** The most automations that are looked at for one thing, the newest first, among all that have ever named it. */
const lookedAt = 10_000

/**
 * The most runs of an automation that are looked at in each status, the oldest first. If an automation has more, any
 * of its versions may be needed.
 */
const runsLookedAt = 100_000

/**
 * Builds a query that goes from each automation that has ever named one of some things to the next, since each can
 * have hundreds of versions that do. The limits keep the planner from joining in another way than row by row.
 * Comparing and ordering columns as one row makes the planner take the index that knows the status of runs.
 *
 * @param versions SQL of the versions that count beside those with runs that have not ended or can be retried
 * @param condition SQL that the automation must meet
 */
const usersBy = (versions: string, condition: string) =>
  `select asked.id as used, users.id, users.name, users.status
   from unnest($3::uuid[]) as asked (id)
   cross join lateral (
     with recursive naming as (
       (select automation_id from automation_references
        where workspace_id = $1 and kind = $2 and referenced_id = asked.id
        order by workspace_id desc, kind desc, referenced_id desc, automation_id desc limit 1)
       union all
       select next.automation_id from naming
       cross join lateral (
         select automation_id from automation_references
         where workspace_id = $1 and kind = $2 and referenced_id = asked.id
           and automation_id < naming.automation_id
         order by workspace_id desc, kind desc, referenced_id desc, automation_id desc limit 1
       ) next
     ), seen as (
       select automation_id from naming limit ${lookedAt}
     )
     select automation.id, automation.name, automation.status
     from seen
     cross join lateral (
       select id, name, status, published_version, latest_version from automations
       where workspace_id = $1 and id = seen.automation_id limit 1
     ) automation
     cross join lateral (
       (select from automation_references
        where workspace_id = $1 and kind = $2 and referenced_id = asked.id and automation_id = automation.id
          and version in (${versions})
        limit 1)
       union all
       (select from unnest(array['running', 'waiting', 'failed']) as live (status)
        cross join lateral (
          select from (
            select version, row_number() over () = ${runsLookedAt} as budget_spent from (
              select version from automation_runs
              where workspace_id = $1
                and (automation_id, status, id) >= (automation.id, live.status, '${nilUuid}'::uuid)
                and (automation_id, status, id) <= (automation.id, live.status, '${greatestUuid}'::uuid)
              order by automation_id, status, id limit (select ${runsLookedAt}::integer)
            ) oldest
          ) run
          where budget_spent or version = any(array(
            select version from automation_references
            where workspace_id = $1 and kind = $2 and referenced_id = asked.id and automation_id = automation.id
          ))
          limit 1
        ) run
        limit 1)
       limit 1
     ) needed
     where ${condition}
     limit ${foundAtMost}
   ) users`

type Asked = [workspaceId: WorkspaceId, kind: NamedKind, ids: readonly Uuid[]]

/**
 * Selects the automations that need templates, lists, segments or topics. They are not archived, and their published
 * version, their latest, or one with runs that have not ended or can be retried names the thing.
 */
const selectUsers = statement<Asked, AutomationUser>(
  'select_automations_that_use',
  usersBy('automation.published_version, automation.latest_version', `automation.status <> 'archived'`),
)

/** Selects the automations that use something in their published version and are active or paused. */
const selectReleased = statement<Asked, AutomationUser>(
  'select_released_automations_that_use',
  usersBy('automation.published_version', `automation.status in ('active', 'paused')`),
)

export interface AutomationUser {
  readonly used: Uuid
  readonly id: Uuid
  readonly name: string
  readonly status: components['schemas']['AutomationStatus']
}

/** Returns the automations that need each of some templates, lists, segments or topics: up to 100 of each. */
export function automationsThatUse(
  db: Knex,
  workspaceId: WorkspaceId,
  kind: NamedKind,
  ids: readonly Uuid[],
): Promise<AutomationUser[]> {
  return selectUsers(db, workspaceId, kind, ids)
}

/**
 * Returns the automations that need each of some things and that an admin has published and not archived. Their
 * published version, or one with runs that have not ended or can be retried, names the thing.
 */
export function releasedAutomationsThatUse(
  db: Knex,
  workspaceId: WorkspaceId,
  kind: NamedKind,
  ids: readonly Uuid[],
): Promise<AutomationUser[]> {
  return selectReleased(db, workspaceId, kind, ids)
}
