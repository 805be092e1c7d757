import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { gather, statement } from '../../../../platform/db/statements/statement.js'
import { byWorkspace } from '../../../../platform/db/statements/by-workspace.js'
import { OneByOne } from '../../../../platform/queue/one-by-one.js'
import { leasedTable } from '../../../../platform/queue/leases/release.js'
import type { RunRow } from '../automation-rows.js'

/** The leases of runs, by which the runs of a dead process become due again. */
export const automationRunLeases = leasedTable({ table: 'automation_runs', id: 'id' })

/**
 * Numbers of due runs that one claim looks at: those that have been due for longest, and those that became due last.
 */
const longestDue = 500
const lastDue = 200

/** The most times that a claim goes on to the next runs because another process was faster. */
const triesAtMost = 3

interface DueRun {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
}

const dueRuns = (order: 'asc' | 'desc') =>
  gather<[now: Date, except: readonly Uuid[], max: number], DueRun>(
    `select_due_automation_runs_${order}`,
    `select workspace_id as "workspaceId", id from automation_runs
     where due_at <= $1 and workspace_id <> all($2::uuid[]) order by due_at ${order} limit $3`,
  )
const selectLongestDue = dueRuns('asc')
const selectLastDue = dueRuns('desc')
const selectOfWorkspace = statement<[workspaceId: WorkspaceId, now: Date, max: number], DueRun>(
  'select_due_automation_runs_of_workspace',
  `select workspace_id as "workspaceId", id from automation_runs
   where workspace_id = $1 and due_at <= $2 order by due_at limit $3`,
)

/** Number of due runs that one claim looks at in each workspace, while the workspaces are asked one by one. */
const dueOfWorkspace = 50

const oneByOne = new OneByOne()

/**
 * Selects due runs. It includes those that became due last, so that the backlog of one workspace does not hold up new
 * runs of others.
 */
async function selectDue(db: Knex, now: Date, except: readonly Uuid[]): Promise<DueRun[]> {
  const due = await selectLongestDue(db, now, except, longestDue)
  const last = due.length < longestDue ? [] : await selectLastDue(db, now, except, lastDue)
  const known = new Set(due.map(({ id }) => id))
  return [...due, ...last.filter(({ id }) => !known.has(id)).reverse()]
}

/**
 * Returns the runs that one claim looks at, in turns: the first run of each workspace comes before the second of any.
 */
async function runsInTurn(db: Knex, now: Date, except: readonly Uuid[]): Promise<DueRun[]> {
  const due = await oneByOne.ask(
    db,
    () => selectDue(db, now, except),
    async (workspaceId) =>
      except.includes(workspaceId) ? [] : selectOfWorkspace(db, workspaceId, now, dueOfWorkspace),
  )
  const places = [...byWorkspace(due).values()].flatMap((runs) => runs.map((run, place) => ({ run, place })))
  return places.sort((one, other) => one.place - other.place).map(({ run }) => run)
}

const claim = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[], lease: Uuid, now: Date, leaseSeconds: number],
  RunRow
>(
  'claim_due_automation_runs',
  `update automation_runs set lease = $3, due_at = $4::timestamptz + make_interval(secs => $5)
   where workspace_id = $1 and id = any(array(
     select id from automation_runs where workspace_id = $1 and id = any($2::uuid[]) and due_at <= $4
     for no key update skip locked
   ))
   returning *`,
)

/**
 * Claims due runs of any workspace. They are locked and looked at again workspace by workspace. Runs that another
 * process has claimed meanwhile are skipped, and the next ones among those looked at are taken instead.
 *
 * @returns the runs, by workspace
 */
export async function claimDueRuns(
  db: Knex,
  {
    lease,
    now,
    leaseSeconds,
    max,
    except = [],
  }: {
    readonly lease: Uuid
    /** The time by the clock of the waits. */
    readonly now: Date
    readonly leaseSeconds: number
    readonly max: number
    /** Workspaces to leave alone. */
    readonly except?: readonly Uuid[]
  },
): Promise<ReadonlyMap<WorkspaceId, RunRow[]>> {
  const claimed = new Map<WorkspaceId, RunRow[]>()
  const due = await runsInTurn(db, now, except)
  let left = max
  for (let next = 0, tries = 0; next < due.length && left > 0 && tries < triesAtMost; tries += 1) {
    const chosen = due.slice(next, next + left)
    next += chosen.length
    for (const [workspaceId, runs] of byWorkspace(chosen)) {
      const ids = runs.map(({ id }) => id)
      const rows = await claim(db, workspaceId, ids, lease, now, leaseSeconds)
      left -= rows.length
      if (rows.length > 0) claimed.set(workspaceId, [...(claimed.get(workspaceId) ?? []), ...rows])
    }
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
 * Gives a claimed run back, to be due again after some seconds, without counting an attempt. A run that is locked
 * keeps its lease.
 */
export async function postponeRun(
  db: Knex,
  workspaceId: WorkspaceId,
  {
    id,
    lease,
    now,
    seconds,
  }: { readonly id: Uuid; readonly lease: Uuid; readonly now: Date; readonly seconds: number },
): Promise<void> {
  await postpone(db, workspaceId, id, lease, now, seconds)
}
