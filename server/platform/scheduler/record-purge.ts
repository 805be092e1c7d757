import type { Knex } from 'knex'
import { serviceEntry } from '../audit/other-entries.js'
import { recordAudit } from '../audit/record.js'
import { minUuidAt, type Uuid, type WorkspaceId } from '../db/ids.js'
import { statement } from '../db/statements/statement.js'

const selectEntryOfToday = statement<[workspaceId: WorkspaceId, from: Uuid], { id: Uuid }>(
  'select_purge_entry_of_today',
  `select id from audit_events
   where workspace_id = $1 and (operation, id) >= ('service.purge', $2) and operation <= 'service.purge'
   order by operation, id limit 1`,
)

/** Records that a workspace's rows were purged: once a day (UTC), however many batches there are. */
export async function recordPurge(trx: Knex, workspaceId: WorkspaceId): Promise<void> {
  const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0))
  const [entry] = await selectEntryOfToday(trx, workspaceId, minUuidAt(midnight))
  if (entry === undefined) await recordAudit(trx, [serviceEntry(workspaceId, 'purge')])
}
