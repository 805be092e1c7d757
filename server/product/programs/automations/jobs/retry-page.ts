import { nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { findFailed, retriedAtMost } from '../runs/failed-runs.js'
import { retryLocked, type FailedRun } from '../runs/retry-locked.js'
import type { AutomationRow } from '../automation-rows.js'
import type { LoadVersion } from '../versions.js'
import type { PageOfRuns } from './cancel-page.js'

const lockFailed = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], FailedRun>(
  'lock_failed_automation_runs',
  `select id, version, contact_id, entry_key, started_at from automation_runs
   where workspace_id = $1 and id = any(array(select unnest($2::uuid[]) as id order by id)) and status = 'failed'
   order by id for update`,
)

type Counted = readonly [workspaceId: WorkspaceId, id: Uuid, retried: number, skipped: number]

/** SQL that adds the results of a page. There may be more failures than were counted at the beginning. */
const added = `retry_retried = retry_retried + $3, retry_skipped = retry_skipped + $4,
     retry_total = greatest(retry_total, retry_retried + retry_skipped + $3 + $4)`

const keepPlace = statement<[...counted: Counted, position: Uuid, leaseSeconds: number]>(
  'keep_place_of_retry',
  `update automations set ${added}, retry_position = $5, due_at = now() + make_interval(secs => $6)
   where workspace_id = $1 and id = $2`,
)

/**
 * Ends a retry. Runs that were counted at the beginning, but had no failure any more when their turn came, count as
 * skipped.
 */
const end = statement<[...counted: Counted, now: Date]>(
  'end_retry',
  `update automations set retry_retried = retry_retried + $3,
     retry_skipped = greatest(retry_total - retry_retried - $3, retry_skipped + $4),
     retry_total = greatest(retry_total, retry_retried + retry_skipped + $3 + $4),
     retry_completed_at = $5, retry_position = null, due_at = null, lease = null
   where workspace_id = $1 and id = $2`,
)

/**
 * Retries the next failed runs of an automation: the oldest first, up to the most that one request retries. The
 * position and the counts are kept in the same transaction.
 *
 * @returns whether there may be more
 */
export async function retryPage(
  { sql }: Transaction,
  row: AutomationRow,
  versions: LoadVersion,
  { max, now, leaseSeconds }: PageOfRuns,
): Promise<boolean> {
  const { workspace_id: workspaceId, id, retry_requested_at: requestedAt } = row
  if (requestedAt === null) throw new Error('an automation is due without any work')
  const left = retriedAtMost - row.retry_retried - row.retry_skipped
  const place = [workspaceId, id, row.retry_position ?? nilUuid] as const
  const page = await findFailed(sql, place, {
    filter: row.retry_filter ?? {},
    max: Math.min(max, left),
    failedBefore: requestedAt,
  })
  const runs = page.ids.length === 0 ? [] : await lockFailed(sql, workspaceId, page.ids)
  const outcomes =
    runs.length === 0 ? new Map() : await retryLocked(sql, { workspaceId, id }, { runs, versions, now })
  const retried = [...outcomes.values()].filter((outcome) => outcome === 'retried').length
  const counted = [workspaceId, id, retried, page.ids.length - retried] as const
  const isOver = page.next === null || page.ids.length >= left
  if (page.next === null || isOver) await end(sql, ...counted, now)
  else await keepPlace(sql, ...counted, page.next, leaseSeconds)
  return !isOver
}
