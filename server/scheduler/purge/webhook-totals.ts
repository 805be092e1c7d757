import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { Batch } from './batch.js'

/** Twice the time that health looks back on. */
const keptFor = '48 hours'

const deleteOld = statement<[workspaceId: Uuid], { count: string }>(
  'delete_old_webhook_totals',
  `with gone as (
     delete from webhook_totals where workspace_id = $1 and hour < now() - interval '${keptFor}' returning 1
   )
   select count(*) as count from gone`,
)

/** Purges the totals that nothing reads any more: a row for each subscription, hour and process, so all at once. */
export async function purgeWebhookTotals(trx: Knex, workspaceId: Uuid): Promise<Batch<true>> {
  const [gone] = await deleteOld(trx, workspaceId)
  return { purged: { webhook_totals: Number(gone?.count ?? 0) }, next: null }
}
