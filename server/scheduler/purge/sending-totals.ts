import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { PurgeBatch } from './batch.js'

/** Twice the time that halting looks back on. */
const keptFor = '48 hours'

const deleteOld = statement<[workspaceId: Uuid], { count: string }>(
  'delete_old_sending_totals',
  `with gone as (
     delete from sending_totals where workspace_id = $1 and hour < now() - interval '${keptFor}' returning 1
   )
   select count(*) as count from gone`,
)

/** Purges the totals that nothing reads any more: a few for each hour, so all at once. */
export async function purgeSendingTotals(trx: Knex, workspaceId: Uuid): Promise<PurgeBatch<true>> {
  const [gone] = await deleteOld(trx, workspaceId)
  return { purged: { sending_totals: Number(gone?.count ?? 0) }, next: null }
}
