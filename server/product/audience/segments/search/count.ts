import type { Knex } from 'knex'
import type { Visibility } from '../../../../platform/auth/principal.js'
import { minUuidAt, nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { Claimed } from '../../../../platform/queue/leases/claim-due.js'
import { leasedRows } from '../../../../platform/queue/leases/leased-rows.js'
import { dayMs } from '../../../../platform/db/retention.js'
import type { PageSize } from './page-size.js'
import { resolveStored } from '../rules/resolve.js'
import type { SegmentRule } from '../rules/rule.js'
import type { Took } from '../sql/timed-rule.js'
import { countInStretch, lookAtPage } from './walk.js'
import { findSegment, lockSegment, type SegmentRow } from '../segment-rows.js'

const start = statement<[workspaceId: WorkspaceId, id: Uuid]>(
  'begin_count_of_segment',
  `update segments set counting_started_at = now(), counting_position = null, counting_scanned = 0,
     counting_found = 0, counting_error = null, lease = null, due_at = now()
   where workspace_id = $1 and id = $2`,
)

/**
 * Starts a count of a segment. If one is running, nothing changes.
 *
 * @throws ApiError 404 `not_found`
 */
export async function beginCount(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
): Promise<SegmentRow> {
  const row = await lockSegment(trx, visibility, id)
  if (row.counting_started_at !== null) return row
  await start(trx, visibility.workspaceId, id)
  return findSegment(trx, visibility, id)
}

interface CountingRow {
  readonly project_id: Uuid
  readonly rule: SegmentRule
  readonly counting_started_at: Date
  readonly counting_position: Uuid | null
  readonly retention_days: number
}

/**
 * Counts segments exactly. A process holds the segment that it counts by a lease that every page renews. If the
 * process dies, the count is due again for the others, and goes on where it was:
 *
 *   due --claimed--> counting --the last page--> counted
 *                       └──── too costly ──────> failed
 */
export const countWork = leasedRows<CountingRow>('segments', {
  columns: `project_id, rule, counting_started_at, counting_position,
     (select retention_days from workspaces where workspaces.id = $1) as retention_days`,
  where: 'counting_started_at is not null',
})

const keepPlace = statement<
  [workspaceId: WorkspaceId, id: Uuid, position: Uuid, scanned: number, found: number, leaseSeconds: number]
>(
  'keep_place_of_count',
  `update segments set counting_position = $3, counting_scanned = counting_scanned + $4,
     counting_found = counting_found + $5, due_at = now() + make_interval(secs => $6)
   where workspace_id = $1 and id = $2`,
)

const end = statement<[workspaceId: WorkspaceId, id: Uuid, found: number]>(
  'end_count_of_segment',
  `update segments set count_value = counting_found + $3, count_as_of = counting_started_at,
     counting_started_at = null, counting_position = null, counting_scanned = 0, counting_found = 0,
     due_at = null, lease = null
   where workspace_id = $1 and id = $2`,
)

const fail = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid, error: string]>(
  'fail_count_of_segment',
  `update segments set counting_error = $4, counting_started_at = null, counting_position = null,
     counting_found = 0, due_at = null, lease = null
   where workspace_id = $1 and id = $2 and lease = $3`,
)

/**
 * Counts the next page of a claimed segment, in a transaction of its own: the position and the counts move together.
 * Contacts that were created after the count began are left out. A rule that cannot be counted ends the count, with
 * the error's code as `counting_error`.
 *
 * @param size the page size, which is kept from page to page
 * @returns `ended` at the end, and also if the count no longer belongs to this process
 * @throws ApiError 503 `unavailable` if the database is too slow for anything: the count goes on later
 */
export async function advanceCount(
  db: Knex,
  claimed: Claimed,
  leaseSeconds: number,
  size: PageSize,
): Promise<'more' | 'ended'> {
  try {
    const { state } = await lookAtPage(db, size, claimed.workspaceId, ({ sql }, contacts) =>
      countPage(sql, claimed, leaseSeconds, contacts),
    )
    return state
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'unavailable') throw error
    await fail(db, claimed.workspaceId, claimed.id, claimed.lease, error.code)
    return 'ended'
  }
}

async function countPage(
  trx: Knex.Transaction,
  claimed: Claimed,
  leaseSeconds: number,
  contacts: number,
): Promise<Took & { readonly state: 'more' | 'ended' }> {
  const row = await countWork.lock(trx, claimed)
  if (row === undefined) return { state: 'ended', took_ms: 0 }
  const { workspaceId, id } = claimed
  const { project_id: projectId, counting_started_at: asOf } = row
  const place = { workspaceId, projectId }
  const rule = await resolveStored(trx, place, row.rule)
  const retainedSince = new Date(asOf.getTime() - row.retention_days * dayMs)
  const page = await countInStretch(
    trx,
    rule,
    { ...place, asOf, retainedSince },
    {
      above: row.counting_position ?? nilUuid,
      below: minUuidAt(new Date(asOf.getTime() + 1)),
      from: 'oldest',
      contacts,
    },
  )
  if (page.last === null || page.scanned < contacts) {
    await end(trx, workspaceId, id, page.found)
    return { state: 'ended', took_ms: page.took_ms }
  }
  await keepPlace(trx, workspaceId, id, page.last, page.scanned, page.found, leaseSeconds)
  return { state: 'more', took_ms: page.took_ms }
}
