import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { dayMs } from '../../../platform/db/retention.js'
import { sameKey } from '../../../platform/db/statements/same-key.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { workspacesWith } from '../../../platform/db/statements/workspaces-with.js'
import type { PurgeBatch } from '../../../platform/scheduler/purge/batch.js'
import { keptByRetention, type PurgeStep, type PurgeTask } from '../../../platform/scheduler/purge/task.js'

/**
 * Number of steps that a run is expected to have, since a batch counts rows. A run has a hundred steps at the most.
 */
const stepsExpected = 4

/** Deletes old runs with their steps. A run that is being retried at this moment is locked, and skipped. */
const deleteRuns = statement<
  [workspaceId: WorkspaceId, before: Date, max: number],
  { runs: number; steps: number }
>(
  'delete_old_automation_runs',
  `with old as materialized (
     select id from automation_runs where workspace_id = $1 and ended_at < $2
     order by ended_at limit $3 for update skip locked
   ), steps as (
     delete from automation_run_steps where workspace_id = $1 and run_id = any(array(select id from old)) returning 1
   ), gone as (
     delete from automation_runs where workspace_id = $1 and id = any(array(select id from old))
     returning automation_id, status
   ), counted as (
     insert into automation_purged_runs as total (workspace_id, automation_id, status, count)
     select $1, automation_id, status, count(*) from gone group by automation_id, status
     order by automation_id, status
     on conflict (workspace_id, automation_id, status) do update set count = total.count + excluded.count
   )
   select (select count(*) from gone)::integer as runs, (select count(*) from steps)::integer as steps`,
)

/**
 * Purges a batch of the runs that ended before the retention begins, with their steps. The counts of their outcomes
 * stay, and so does the time when each contact last entered the automation.
 */
const purgeRuns: PurgeStep = async (trx, { workspaceId, before }, after, max): Promise<PurgeBatch> => {
  const runsAtMost = Math.ceil(max / stepsExpected)
  const [gone] = await deleteRuns(trx, workspaceId, before, runsAtMost)
  const { runs, steps } = gone ?? { runs: 0, steps: 0 }
  return {
    purged: { automation_runs: runs, automation_run_steps: steps },
    next: runs < runsAtMost ? null : after,
  }
}

/** Days for which entries count, which is longer than any interval between two of them. */
const entriesKeptFor = 366

/**
 * Selects the next automation that has entries, and whether they count for ever, as the version that new runs follow
 * says.
 */
const selectNext = statement<[workspaceId: WorkspaceId, after: Uuid], { id: Uuid; once: boolean }>(
  'select_next_automation_with_entries',
  `select entry.automation_id as id, coalesce(version.definition -> 'reentry' ->> 'mode' = 'once', false) as once
   from (
     select automation_id from automation_entries
     where workspace_id = $1 and automation_id > $2 order by automation_id limit 1
   ) entry
   left join lateral (
     select published_version from automations where workspace_id = $1 and id = entry.automation_id limit 1
   ) automation on true
   left join lateral (
     select definition from automation_versions
     where workspace_id = $1 and automation_id = entry.automation_id and version = automation.published_version
     limit 1
   ) version on true`,
)

/** Deletes old entries. Their rows are locked before, so they stay where they are. */
const deleteEntries = statement<
  [workspaceId: WorkspaceId, automationId: Uuid, before: Date, max: number],
  { count: number }
>(
  'delete_old_automation_entries',
  `with old as materialized (
     select entry.contact_id, entry.entry_key from automation_entries entry
     left join lateral (
       select true as under_way from automation_runs
       where workspace_id = $1 and id = entry.run_id and ended_at is null limit 1
     ) run on true
     where entry.workspace_id = $1 and entry.automation_id = $2 and entry.entered_at > '-infinity'
       and entry.entered_at < $3 and run.under_way is null
     order by entry.entered_at limit $4 for update of entry skip locked
   ), gone as (
     delete from automation_entries entry using old
     where entry.workspace_id = $1 and entry.automation_id = $2
       and ${sameKey('entry', 'old', ['contact_id', 'entry_key'])}
     returning 1
   )
   select count(*)::integer as count from gone`,
)

/**
 * Purges a batch of the entries that no longer count: those that are older than 366 days, whose run has ended, and
 * whose automation a contact may enter again.
 *
 * @param after the last automation that the previous batch has finished
 */
const purgeEntries: PurgeStep = async (trx, { workspaceId }, after, max): Promise<PurgeBatch> => {
  const [automation] = await selectNext(trx, workspaceId, after)
  if (automation === undefined) return { purged: {}, next: null }
  if (automation.once) return { purged: {}, next: automation.id }
  const before = new Date(Date.now() - entriesKeptFor * dayMs)
  const [gone] = await deleteEntries(trx, workspaceId, automation.id, before, max)
  const count = gone?.count ?? 0
  return { purged: { automation_entries: count }, next: count < max ? automation.id : after }
}

export const automationRunsTask: PurgeTask = {
  workspaces: workspacesWith('automation_runs', 'ended_at', { where: 'ended_at is not null' }),
  keptUntil: keptByRetention,
  isRecorded: true,
  purge: purgeRuns,
}

export const automationEntriesTask: PurgeTask = {
  workspaces: workspacesWith('automation_entries', 'automation_id'),
  seldom: true,
  purge: purgeEntries,
}
