import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { InboxRow } from './take.js'

/** Selects waiting runs row by row along the primary key. */
const selectWaiting = statement<
  [workspaceId: WorkspaceId, contactIds: readonly Uuid[], kinds: readonly string[], names: readonly string[]],
  { runId: Uuid }
>(
  'select_runs_to_wake',
  `select distinct wait.run_id as "runId"
   from unnest($2::uuid[], $3::text[], $4::text[]) asked (contact_id, kind, name)
   cross join lateral (
     select run_id from automation_waits
     where workspace_id = $1 and contact_id = asked.contact_id and kind = asked.kind and name = asked.name
     offset 0
   ) wait`,
)

/**
 * Makes runs due. A run that a process has claimed is left alone: it looks for signals once its contact is locked,
 * and a process that had locked the contact earlier has kept this signal from being recorded until it was done. A run
 * that something holds looks when it is released.
 */
const makeDue = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[], now: Date], { id: Uuid }>(
  'wake_runs',
  `update automation_runs set due_at = $3 where workspace_id = $1 and id = any(array(
     select id from automation_runs
     where workspace_id = $1 and id = any($2::uuid[]) and ended_at is null and lease is null
       and due_at > $3 and due_at < 'infinity'
     order by id for no key update
   ))
   returning id`,
)

/**
 * Makes the runs due that wait for the kind and name of a signal. Each run finds out itself whether the signal is the
 * one that it waits for. This must be called before contacts are locked, since every transaction that works on runs
 * locks these first.
 *
 * @returns the number of runs that have become due
 */
export async function wakeRuns(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  rows: readonly InboxRow[],
  now: Date,
): Promise<number> {
  const waiting = await selectWaiting(
    trx,
    workspaceId,
    rows.map((row) => row.contact_id),
    rows.map(({ kind }) => kind),
    rows.map(({ name }) => name),
  )
  if (waiting.length === 0) return 0
  const runIds = waiting.map(({ runId }) => runId)
  return (await makeDue(trx, workspaceId, runIds, now)).length
}
