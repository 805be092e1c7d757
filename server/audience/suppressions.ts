import type { Knex } from 'knex'
import type { components } from '../../generated/api-types.js'
import { gatherBy } from '../db/gather.js'
import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'

/**
 * Addresses that a workspace sends nothing to, in the form of `foldAddress`. Who is about to send looks up here; what
 * puts an address here is a delivery's outcome (`delivery/queue/record.ts`), a report, or a person.
 */

export type SuppressionReason = components['schemas']['SuppressionReason']

export interface Suppression {
  /** In the form of `foldAddress`. */
  readonly address: string
  readonly reason: SuppressionReason
  readonly note?: string
  /** The delivery that it follows from. */
  readonly logId?: Uuid
}

/** Why each of the asked addresses is suppressed; those that are not are missing. */
export type FindSuppressions = (
  workspaceId: Uuid,
  addresses: readonly string[],
) => Promise<ReadonlyMap<string, SuppressionReason>>

/** Row by row along the primary key, whatever the planner thinks of the table's size. */
const selectSuppressions = statement<
  [workspaceId: Uuid, addresses: readonly string[]],
  { address: string; reason: SuppressionReason }
>(
  'select_suppressions',
  `select found.address, found.reason
   from unnest($2::text[]) as asked (address)
   cross join lateral (
     select address, reason from suppressions where workspace_id = $1 and address = asked.address limit 1
   ) found`,
)

/** The most addresses in one query. */
const mostTogether = 2000

/**
 * Looks addresses up. What is asked for a workspace at the same time goes in one query, so that a busy API asks the
 * database once for many requests.
 */
export function suppressionFinder(db: Knex): FindSuppressions {
  return gatherBy(
    async (workspaceId: Uuid, asked: (readonly string[])[]) => {
      const rows = await selectSuppressions(db, workspaceId, asked.flat())
      const reasons = new Map(rows.map(({ address, reason }) => [address, reason]))
      return asked.map(() => reasons)
    },
    { mostWeight: mostTogether, weigh: (addresses) => addresses.length },
  )
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
