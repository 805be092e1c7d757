import { workspacesWith } from '../../../platform/db/statements/workspaces-with.js'
import { untilFewer, type PurgeTask } from '../../../platform/scheduler/purge/task.js'
import { deleteOldOf, firstDay } from '../dmarc/purge.js'

/** Key columns of the tables of TLS reports, behind the workspace. */
const keys = {
  tls_policy_days: ['domain_id', 'day', 'policy_type', 'policy_domain'],
  tls_failure_days: ['domain_id', 'day', 'policy_type', 'result_type', 'receiving_mx', 'reporter'],
  tls_reports: ['id'],
} as const

type Table = keyof typeof keys

/**
 * Statements that delete a batch of a table's rows of days before the first one that is kept, which is the same as
 * for DMARC reports.
 */
export const deleteOldTls = Object.fromEntries(
  Object.entries(keys).map(([table, key]) => [table, deleteOldOf(table as Table, key)]),
) as Record<Table, ReturnType<typeof deleteOldOf>>

export const tlsReportTasks: readonly PurgeTask[] = Object.entries(keys).map(([table, [first]]) => ({
  workspaces: workspacesWith(table, first),
  seldom: true,
  purge: untilFewer(table as Table, (trx, scope, max) =>
    deleteOldTls[table as Table](trx, scope.workspaceId, firstDay(scope), max),
  ),
}))
