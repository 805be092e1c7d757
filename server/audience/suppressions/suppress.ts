import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { SuppressionReason } from './reason.js'

export interface Suppression {
  /** In the form of `foldAddress`. */
  readonly address: string
  readonly reason: SuppressionReason
  readonly note?: string
  /** The delivery that it follows from. */
  readonly logId?: Uuid
}

const insertSuppressions = statement<
  [
    workspaceId: Uuid,
    addresses: string[],
    reasons: string[],
    notes: (string | null)[],
    logIds: (Uuid | null)[],
  ],
  { address: string }
>(
  'insert_suppressions',
  // In order, so that two who insert the same ones wait for each other in turn and never in a circle.
  `insert into suppressions (workspace_id, address, reason, note, log_id)
   select $1, address, reason, note, log_id
   from unnest($2::text[], $3::text[], $4::text[], $5::uuid[]) as s (address, reason, note, log_id)
   order by address
   on conflict (workspace_id, address) do nothing
   returning address`,
)

/**
 * Suppresses addresses. One that is suppressed already keeps its first reason.
 *
 * @returns the addresses that were not suppressed before
 */
export async function suppress(
  db: Knex,
  workspaceId: Uuid,
  suppressions: readonly Suppression[],
): Promise<string[]> {
  const rows = await insertSuppressions(
    db,
    workspaceId,
    suppressions.map(({ address }) => address),
    suppressions.map(({ reason }) => reason),
    suppressions.map(({ note }) => note ?? null),
    suppressions.map(({ logId }) => logId ?? null),
  )
  return rows.map(({ address }) => address)
}
