import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { SuppressionReason } from './reason.js'

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

const selectByAddress = statement<[workspaceId: Uuid, addresses: readonly string[]], SuppressionRow>(
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
  workspaceId: Uuid,
  addresses: readonly string[],
): Promise<SuppressionRow[]> {
  return selectByAddress(db, workspaceId, addresses)
}
