import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'

/** An address that is suppressed already stays so for its first reason. */
const suppress = statement<
  [workspaceId: Uuid, address: string, reason: string, logId: Uuid],
  { address: string }
>(
  'suppress_returned',
  `insert into suppressions (workspace_id, address, reason, log_id) values ($1, $2, $3, $4)
   on conflict (workspace_id, address) do nothing returning address`,
)

/** Five in a row over at least 72 hours: a full mailbox may be emptied, one that stays full is nobody's any more. */
const suppressWhereRepeated = statement<
  [workspaceId: Uuid, address: string, logId: Uuid],
  { address: string }
>(
  'suppress_soft_bounced',
  `with counted as (
     insert into soft_bounces as soft (workspace_id, address, count, first_at, last_at)
     values ($1, $2, 1, now(), now())
     on conflict (workspace_id, address) do update set count = soft.count + 1, last_at = now()
     returning count, first_at
   )
   insert into suppressions (workspace_id, address, reason, log_id)
   select $1, $2, 'soft_bounce', $3 from counted where count >= 5 and first_at <= now() - interval '72 hours'
   on conflict (workspace_id, address) do nothing returning address`,
)

/**
 * Suppresses an address for what a bounce says about it.
 *
 * @returns whether it is suppressed from now on because of this
 */
export async function suppressFor(
  trx: Knex.Transaction,
  workspaceId: Uuid,
  address: string,
  fault: 'hard' | 'soft' | 'complaint',
  logId: Uuid,
): Promise<boolean> {
  const rows =
    fault === 'soft'
      ? await suppressWhereRepeated(trx, workspaceId, address, logId)
      : await suppress(trx, workspaceId, address, fault === 'hard' ? 'hard_bounce' : 'complaint', logId)
  return rows.length > 0
}
