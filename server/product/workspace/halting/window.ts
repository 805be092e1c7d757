import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'

/**
 * Outcomes of a workspace's live mail in the last 24 hours, or since its sending was resumed. They are counted by the
 * hour, so the window begins with the full hour 23 hours ago.
 */
export interface SendingWindow {
  readonly since: Date
  readonly settled: number
  readonly bounced: number
  readonly complained: number
}

/** SQL: the start of the window, if sending was not resumed since. */
export const windowStart = `date_trunc('hour', now(), 'UTC') - interval '23 hours'`

/** Id of the row that marks "resumed" and counts nothing. Processes count under ids of their own. */
const resumed = nilUuid

const selectWindow = statement<
  [workspaceId: WorkspaceId, resumed: Uuid],
  { since: Date; settled: number; bounced: number; complained: number }
>(
  'select_sending_window',
  `select coalesce(max(hour) filter (where counted_by = $2), ${windowStart}) as since,
     coalesce(sum(settled), 0)::integer as settled, coalesce(sum(bounced), 0)::integer as bounced,
     coalesce(sum(complained), 0)::integer as complained
   from sending_totals where workspace_id = $1 and hour >= ${windowStart}`,
)

export async function sendingWindow(db: Knex, workspaceId: WorkspaceId): Promise<SendingWindow> {
  const [row] = await selectWindow(db, workspaceId, resumed)
  if (row === undefined) throw new Error('an aggregate has no row')
  return row
}

/** Forgets the counts so far, so that a workspace is not halted again for the past. */
export async function beginWindow(trx: Knex.Transaction, workspaceId: WorkspaceId): Promise<void> {
  await trx('sending_totals').where('workspace_id', workspaceId).delete()
  await trx('sending_totals').insert({
    workspace_id: workspaceId,
    hour: trx.raw('now()'),
    counted_by: resumed,
  })
}
