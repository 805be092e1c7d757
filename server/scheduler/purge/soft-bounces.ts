import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { PurgeBatch } from './batch.js'

/** A row that a worker writes at this moment is locked, and passed over: its address has just bounced again. */
const deleteOld = statement<[workspaceId: Uuid, before: Date, max: number], { count: string }>(
  'delete_old_soft_bounces',
  `with gone as (
     delete from soft_bounces
     where workspace_id = $1 and address = any(array(
       select address from soft_bounces
       where workspace_id = $1 and last_at < $2
       order by last_at limit $3
       for update skip locked))
     returning 1
   )
   select count(*) as count from gone`,
)

/** Purges a batch of the counts of addresses that nothing was sent to since the retention began. */
export async function purgeSoftBounces(
  trx: Knex,
  workspaceId: Uuid,
  before: Date,
  max: number,
): Promise<PurgeBatch<true>> {
  const [gone] = await deleteOld(trx, workspaceId, before, max)
  const count = Number(gone?.count ?? 0)
  return { purged: { soft_bounces: count }, next: count < max ? null : true }
}
