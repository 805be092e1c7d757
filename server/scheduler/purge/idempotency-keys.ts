import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { keptFor } from '../../http/idempotency/claim.js'
import type { PurgeBatch } from './batch.js'

/**
 * A key that is claimed anew at this moment is locked, and passed over. Its time is compared again where it is
 * deleted: it may have been claimed between the two.
 */
const deleteOld = statement<[workspaceId: Uuid, max: number], { count: string }>(
  'delete_old_idempotency_keys',
  `with gone as (
     delete from idempotency_keys
     where created_at < now() - interval '${keptFor}' and ctid = any(array(
       select ctid from idempotency_keys
       where workspace_id = $1 and created_at < now() - interval '${keptFor}'
       order by created_at limit $2
       for update skip locked))
     returning 1
   )
   select count(*) as count from gone`,
)

/** Purges a batch of the keys that a request may use anew in any case. */
export async function purgeIdempotencyKeys(
  trx: Knex,
  workspaceId: Uuid,
  max: number,
): Promise<PurgeBatch<true>> {
  const [gone] = await deleteOld(trx, workspaceId, max)
  const count = Number(gone?.count ?? 0)
  return { purged: { idempotency_keys: count }, next: count < max ? null : true }
}
