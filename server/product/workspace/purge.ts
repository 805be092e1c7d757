import { shortLivedOperations } from '../../platform/audit/short-lived.js'
import { timeOf, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { dayMs } from '../../platform/db/retention.js'
import { gather, serviceStatement, statement } from '../../platform/db/statements/statement.js'
import { workspacesWith, type WorkspaceWithRows } from '../../platform/db/statements/workspaces-with.js'
import { expiring, keptForMs, untilFewer, type PurgeTask } from '../../platform/scheduler/purge/task.js'

interface WorkspaceWithEntries extends WorkspaceWithRows<Uuid> {
  /** First of the entries that are kept no longer than messages. */
  readonly short: Uuid | null
  /** Days for which the other entries are kept. */
  readonly days: number
}

/** Walks along the workspaces, as `workspacesWith` does. */
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

/** Purges entries. The database itself decides which entries are old enough: nobody else may remove any. */
const purgeEntries = statement<[workspaceId: WorkspaceId, max: number], { count: number }>(
  'purge_audit_events',
  'select purge_audit_events($1, $2) as count',
)

/** Purges the entries of the audit log. */
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
  isRecorded: true,
  purge: untilFewer('audit_events', (trx, { workspaceId }, max) => purgeEntries(trx, workspaceId, max)),
}

/** Twice the period that halting looks back on. */
const totalsKeptFor = '48 hours'

/** Deletes old totals, all at once, since there are only a few for each hour. */
export const sendingTotalsTask = expiring({
  table: 'sending_totals',
  workspaces: workspacesWith('sending_totals', 'hour'),
  keptUntil: keptForMs(2 * dayMs),
  name: 'delete_old_sending_totals',
  sql: `with gone as (
     delete from sending_totals
     where workspace_id = $1 and hour < now() - interval '${totalsKeptFor}' returning 1
   )`,
  rest: () => [] as const,
})
