import type { Knex } from 'knex'
import { shortLivedOperations } from '../../audit/short-lived.js'
import { nilUuid, timeOf, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { gather, serviceStatement, statement } from '../../db/statement.js'
import { dayMs } from '../../db/retention.js'
import type { PurgeBatch, PurgeTask } from './batch.js'
import type { WorkspaceWithRows } from '../../db/workspaces-with.js'

interface WorkspaceWithEntries extends WorkspaceWithRows<Uuid> {
  /** The first of the entries that are kept no longer than messages. */
  readonly short: Uuid | null
  /** How long the others are kept. */
  readonly days: number
}

/** Along the workspaces, as `workspacesWith` goes. */
const selectWorkspaces = gather<[after: Uuid, max: number], Omit<WorkspaceWithEntries, 'days'>>(
  'select_workspaces_with_audit_events',
  `select workspace.id, found.first, least(${shortLivedOperations
    .map(
      (operation) => `(
         select id from audit_events where workspace_id = workspace.id and operation = '${operation}'
         order by workspace_id, operation, id limit 1)`,
    )
    .join(', ')}) as short
   from workspaces workspace cross join lateral (
     select id as first from audit_events where workspace_id = workspace.id order by workspace_id, id limit 1
   ) found
   where workspace.id > $1 order by workspace.id limit $2`,
)

const selectRetention = serviceStatement<[], { days: number }>(
  'select_audit_retention',
  'select days from audit_retention',
)

/** The entries of the audit log. */
export const auditTask: PurgeTask<WorkspaceWithEntries> = {
  workspaces: async (db, after, max) => {
    const [retention] = await selectRetention(db)
    if (retention === undefined) throw new Error('the audit log has no retention')
    const found = await selectWorkspaces(db, after, max)
    return found.map((workspace) => ({ ...workspace, days: retention.days }))
  },
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
