import type { Knex } from 'knex'
import { recordAudit } from '../../audit/record.js'
import { serviceEntry } from '../../audit/other-entries.js'
import { shortLivedOperations } from '../../audit/short-lived.js'
import { minUuidAt, nilUuid, timeOf, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { gather, statement } from '../../db/statement.js'
import { dayMs } from '../../workspace/retention.js'
import type { Purged, PurgeBatch, PurgeTask } from './batch.js'
import type { WorkspaceWithRows } from '../../db/workspaces-with.js'

interface WorkspaceWithEntries extends WorkspaceWithRows<Uuid> {
  /** The first of the entries that are kept no longer than messages. */
  readonly short: Uuid | null
  /** How long the others are kept. */
  readonly days: number
}

/** A loose index scan, as `workspacesWith` makes it. */
const selectWorkspaces = gather<[after: Uuid, max: number], WorkspaceWithEntries>(
  'select_workspaces_with_audit_events',
  `with recursive found (workspace_id, first, place) as (
     (select workspace_id, id, 1 from audit_events where workspace_id > $1 order by workspace_id, id limit 1)
     union all
     select next.workspace_id, next.id, found.place + 1 from found cross join lateral (
       select workspace_id, id from audit_events where workspace_id > found.workspace_id
       order by workspace_id, id limit 1
     ) next
     where found.place < $2
   )
   select workspace_id as id, first, (select days from audit_retention) as days, least(${shortLivedOperations
     .map(
       (operation) => `(
         select id from audit_events
         where (workspace_id, operation, id) > (found.workspace_id, '${operation}', '${nilUuid}')
           and (workspace_id, operation) <= (found.workspace_id, '${operation}')
         order by workspace_id, operation, id limit 1)`,
     )
     .join(', ')}) as short
   from found`,
)

/** The entries of the audit log. */
export const auditTask: PurgeTask<WorkspaceWithEntries> = {
  workspaces: selectWorkspaces,
  keptUntil: ({ first, days, short }, retentionDays) =>
    Math.min(
      timeOf(first).getTime() + days * dayMs,
      short === null ? Infinity : timeOf(short).getTime() + retentionDays * dayMs,
    ),
  purge: (trx, { workspaceId }, _after, max) => purgeAuditLog(trx, workspaceId, max),
}

const purge = statement<[workspaceId: WorkspaceId, max: number], { count: number }>(
  'purge_audit_events',
  'select purge_audit_events($1, $2) as count',
)

/**
 * Purges a batch of the audit log. The database itself decides which entries are old enough: nobody else may remove
 * any.
 */
export async function purgeAuditLog(trx: Knex, workspaceId: WorkspaceId, max: number): Promise<PurgeBatch> {
  const [gone] = await purge(trx, workspaceId, max)
  const count = gone?.count ?? 0
  return { purged: { audit_events: count }, next: count < max ? null : nilUuid }
}

/** The tables whose rows people ask for. */
const asked: readonly string[] = ['messages', 'events', 'inbound_messages', 'automation_runs', 'audit_events']

const selectEntryOfToday = statement<[workspaceId: WorkspaceId, from: Uuid], { id: Uuid }>(
  'select_purge_entry_of_today',
  `select id from audit_events where (workspace_id, operation, id) >= ($1, 'service.purge', $2)
     and (workspace_id, operation) <= ($1, 'service.purge') limit 1`,
)

/** Records that a workspace's rows were purged: once a day (UTC), however many batches there are. */
export async function recordPurge(trx: Knex, workspaceId: WorkspaceId, purged: Purged): Promise<void> {
  if (!asked.some((table) => (purged[table] ?? 0) > 0)) return
  const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0))
  const [entry] = await selectEntryOfToday(trx, workspaceId, minUuidAt(midnight))
  if (entry === undefined) await recordAudit(trx, [serviceEntry(workspaceId, 'purge')])
}
