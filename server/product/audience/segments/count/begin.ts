import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statement.js'
import { findSegment, lockSegment, type SegmentRow } from '../rows.js'

const start = statement<[workspaceId: WorkspaceId, id: Uuid]>(
  'begin_count_of_segment',
  `update segments set counting_started_at = now(), counting_position = null, counting_scanned = 0,
     counting_found = 0, counting_error = null, lease = null, due_at = now()
   where workspace_id = $1 and id = $2`,
)

/**
 * Asks for a segment to be counted. Where it is being counted, nothing changes.
 *
 * @throws ApiError 404 `not_found`
 */
export async function beginCount(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<SegmentRow> {
  const row = await lockSegment(trx, workspaceId, id)
  if (row.counting_started_at !== null) return row
  await start(trx, workspaceId, id)
  return findSegment(trx, workspaceId, id)
}
