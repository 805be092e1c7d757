import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import { ApiError } from '../../../platform/http/errors.js'
import type { SuppressionReason } from '../unsent-reason.js'

/** A suppression as it is stored. */
export interface SuppressionRow {
  readonly id: Uuid
  /** In the form of `foldAddress` or, where it was erased, the token that stands for it. */
  readonly address: string
  readonly reason: SuppressionReason
  readonly note: string | null
  /** The delivery that it follows from. */
  readonly log_id: Uuid | null
  /** Set where it holds for one project only. */
  readonly project_id: Uuid | null
  readonly suppressed_at: Date
}

const selectByAddress = statement<[workspaceId: WorkspaceId, addresses: readonly string[]], SuppressionRow>(
  'select_suppressions_by_address',
  `select found.*
   from unnest($2::text[]) as asked (address)
   cross join lateral (
     select id, address, reason, note, log_id, project_id, suppressed_at
     from suppressions where workspace_id = $1 and address = asked.address limit 1
   ) found`,
)

/** The suppressions of some addresses or tokens. */
export function suppressionsOf(
  db: Knex,
  workspaceId: WorkspaceId,
  addresses: readonly string[],
): Promise<SuppressionRow[]> {
  return selectByAddress(db, workspaceId, addresses)
}

const selectById = statement<[workspaceId: WorkspaceId, id: Uuid], SuppressionRow>(
  'select_suppression',
  `select id, address, reason, note, log_id, project_id, suppressed_at
   from suppressions where workspace_id = $1 and id = $2`,
)

/** @throws ApiError 404 `not_found` */
export async function findSuppression(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<SuppressionRow> {
  const [row] = await selectById(db, workspaceId, id)
  if (row === undefined) throw noSuchSuppression()
  return row
}

export function noSuchSuppression(): ApiError {
  return new ApiError('not_found', 'No such suppression.')
}
