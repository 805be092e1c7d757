import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'

export interface Returned {
  readonly settled: number
  readonly bounced: number
  readonly complained: number
}

const count = statement<
  [workspaceId: Uuid, countedBy: Uuid, settled: number, bounced: number, complained: number]
>(
  'count_returned',
  `insert into sending_totals as total (workspace_id, hour, counted_by, settled, bounced, complained)
   values ($1, date_trunc('hour', now(), 'UTC'), $2, $3, $4, $5)
   on conflict (workspace_id, hour, counted_by) do update
   set settled = total.settled + excluded.settled, bounced = total.bounced + excluded.bounced,
     complained = total.complained + excluded.complained`,
)

/** Adds to what a workspace is halted on, in a row of this process's own. */
export async function countReturned(
  trx: Knex.Transaction,
  workspaceId: Uuid,
  countedBy: Uuid,
  { settled, bounced, complained }: Returned,
): Promise<void> {
  await count(trx, workspaceId, countedBy, settled, bounced, complained)
}
