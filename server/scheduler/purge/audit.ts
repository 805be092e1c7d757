import type { Knex } from 'knex'
import { recordAudit } from '../../audit/record.js'
import { serviceEntry } from '../../audit/other-entries.js'
import { minUuidAt, nilUuid, type Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { Purged, PurgeBatch } from './batch.js'

const purge = statement<[workspaceId: Uuid, max: number], { count: number }>(
  'purge_audit_events',
  'select purge_audit_events($1, $2) as count',
)

/**
 * Purges a batch of the audit log. The database itself decides which entries are old enough: nobody else may remove
 * any.
 */
export async function purgeAuditLog(trx: Knex, workspaceId: Uuid, max: number): Promise<PurgeBatch> {
  const [gone] = await purge(trx, workspaceId, max)
  const count = gone?.count ?? 0
  return { purged: { audit_events: count }, next: count < max ? null : nilUuid }
}

/** The tables whose rows people ask for. */
const asked: readonly string[] = ['messages', 'events', 'inbound_messages', 'automation_runs', 'audit_events']

const selectEntryOfToday = statement<[workspaceId: Uuid, from: Uuid], { id: Uuid }>(
  'select_purge_entry_of_today',
  `select id from audit_events where (workspace_id, operation, id) >= ($1, 'service.purge', $2)
     and (workspace_id, operation) <= ($1, 'service.purge') limit 1`,
)

/** Records that a workspace's rows were purged: once a day (UTC), however many batches there are. */
export async function recordPurge(trx: Knex, workspaceId: Uuid, purged: Purged): Promise<void> {
  if (!asked.some((table) => (purged[table] ?? 0) > 0)) return
  const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0))
  const [entry] = await selectEntryOfToday(trx, workspaceId, minUuidAt(midnight))
  if (entry === undefined) await recordAudit(trx, [serviceEntry(workspaceId, 'purge')])
}
