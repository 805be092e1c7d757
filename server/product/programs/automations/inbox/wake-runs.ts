import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { InboxRow } from './take.js'

/** Row by row along the primary key. */
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
 * A run that somebody has claimed is left alone: it looks at what happened once its contact is locked, and
 * who had locked that before has kept this from being recorded until they were done. What something holds
 * looks when it is let go.
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
 * Makes the runs due that wait for what has happened. Whether it is what they wait for, they find out
 * themselves. To be called before contacts are locked: who works on runs locks these first.
 *
 * @returns how many are due that were not
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
