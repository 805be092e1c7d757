import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { gather, statement } from '../../../../platform/db/statements/statement.js'
import { OneByOne } from '../../../../platform/queue/one-by-one.js'
import { hasQuotaLeft } from '../../../workspace/limits/quota.js'
import type { BlockedBy } from '../automation-rows.js'

/** The most automations with blocked runs that are looked at together. */
const maxLookedAt = 1000

/** Number of runs that one statement makes due again. */
const page = 500

interface Blocked {
  readonly workspaceId: WorkspaceId
  readonly automationId: Uuid
  readonly blockedBy: BlockedBy
}

/**
 * Number of runs that one look reads. The next look goes on behind the automation of the last run, so that it sees
 * few runs of each.
 */
const runsAtOnce = 50

interface Looked extends Blocked {
  readonly over: boolean
}

/** Returns SQL of the next blocked runs. */
const blocked = (workspace: string, where: string) => `
   select run.workspace_id as "workspaceId", run.automation_id as "automationId", run.blocked_by as "blockedBy",
     case run.blocked_by when 'automation_paused' then automation.status is distinct from 'paused'
       when 'quota_exceeded' then ${hasQuotaLeft}
       else workspace.halted_at is null end as over
   from automation_runs run
   left join lateral (
     select status from automations where workspace_id = ${workspace} and id = run.automation_id limit 1
   ) automation on true
   left join lateral (
     select halted_at from workspaces where id = ${workspace} limit 1
   ) workspace on true
   left join lateral (
     select day, day_limit, day_left, month, month_limit, month_left from workspace_quotas
     where workspace_id = ${workspace} limit 1
   ) quota on true
   where run.blocked_by is not null and ${where}
   order by run.workspace_id, run.automation_id, run.blocked_by limit ${runsAtOnce}`

const selectBlocked = gather<[afterWorkspace: Uuid, afterAutomation: Uuid, afterBlock: string], Looked>(
  'select_blocked_automation_runs',
  blocked('run.workspace_id', '(run.workspace_id, run.automation_id, run.blocked_by) > ($1, $2, $3)'),
)

const selectBlockedOf = statement<
  [workspaceId: WorkspaceId, afterAutomation: Uuid, afterBlock: string],
  Looked
>(
  'select_blocked_automation_runs_of_workspace',
  blocked('$1', 'run.workspace_id = $1 and (run.automation_id, run.blocked_by) > ($2, $3)'),
)

const oneByOne = new OneByOne()

/**
 * Goes from each automation with blocked runs to the next one, however many runs it has.
 *
 * @param select selects the next blocked runs behind a place
 */
async function selectOver(
  select: (workspaceId: Uuid, automationId: Uuid, blockedBy: string) => Promise<Looked[]>,
): Promise<Blocked[]> {
  const over: Blocked[] = []
  let last: Looked | undefined
  for (let seen = 0; seen < maxLookedAt;) {
    const runs = await select(
      last?.workspaceId ?? nilUuid,
      last?.automationId ?? nilUuid,
      last?.blockedBy ?? '',
    )
    for (const run of runs) {
      if (last !== undefined && isSame(last, run)) continue
      seen += 1
      last = run
      if (run.over) over.push(run)
    }
    if (runs.length < runsAtOnce) break
  }
  return over
}

function isSame(one: Blocked, other: Blocked): boolean {
  return (
    one.workspaceId === other.workspaceId &&
    one.automationId === other.automationId &&
    one.blockedBy === other.blockedBy
  )
}

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
 * Makes blocked runs due again if their automation is no longer paused, or if their workspace may send again or has
 * recipients left.
 *
 * @param now the time by the clock of the waits
 * @returns the number of runs
 */
export async function releaseBlocked(db: Knex, now: Date, isStopping: () => boolean): Promise<number> {
  let released = 0
  const over = await oneByOne.ask(
    db,
    () => selectOver((...last) => selectBlocked(db, ...last)),
    (workspaceId) => selectOver((_workspace, ...last) => selectBlockedOf(db, workspaceId, ...last)),
  )
  for (const { workspaceId, automationId, blockedBy } of over) {
    let count: number
    do {
      if (isStopping()) return released
      count = (await release(db, workspaceId, automationId, blockedBy, now, page)).length
      released += count
    } while (count === page)
  }
  return released
}
