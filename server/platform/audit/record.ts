import type { Knex } from 'knex'
import { byWorkspace } from '../db/statements/by-workspace.js'
import type { ColumnTypes } from '../db/statements/column-arrays.js'
import { fromTypeId, newUuid, type WorkspaceId } from '../db/ids.js'
import { ownWorkspace } from '../db/statements/own-workspace.js'
import { statement } from '../db/statements/statement.js'
import type { AuditEntry } from './entry.js'

/**
 * Returns a row of `audit_events`, by the names of its columns, without the workspace. Null values become undefined,
 * so that JSON leaves them out: each send carries a row.
 */
export function auditRow(entry: AuditEntry) {
  const { actor, resource } = entry
  return {
    id: newUuid(),
    actor_kind: actor.kind,
    actor_id: actor.id ?? undefined,
    actor_name: actor.name ?? undefined,
    session_id: actor.sessionId ?? undefined,
    ip_address: entry.ip ?? undefined,
    user_agent: entry.userAgent ?? undefined,
    operation: entry.operation,
    resource_type: resource?.type,
    resource_id: resource?.id,
    outcome: entry.outcome,
    status: entry.status ?? undefined,
    error_code: entry.errorCode ?? undefined,
    request_id: entry.requestId === null ? undefined : fromTypeId('req', entry.requestId),
    project_id: entry.projectId ?? undefined,
    count: entry.count ?? undefined,
  }
}

/** The types of the columns of an {@link auditRow}. */
export const auditTypes = {
  id: 'uuid',
  actor_kind: 'text',
  actor_id: 'uuid',
  actor_name: 'text',
  session_id: 'uuid',
  ip_address: 'text',
  user_agent: 'text',
  operation: 'text',
  resource_type: 'text',
  resource_id: 'text',
  outcome: 'text',
  status: 'smallint',
  error_code: 'text',
  request_id: 'uuid',
  project_id: 'uuid',
  count: 'integer',
} as const satisfies ColumnTypes

/** SQL: the names of the columns of an {@link auditRow}. */
export const auditColumns = Object.keys(auditTypes).join(', ')

/** SQL: the columns with their types, as `json_to_recordset` takes them. */
const auditColumnTypes = Object.entries(auditTypes)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

/**
 * Returns SQL that inserts entries of the workspace $1 in a larger statement.
 *
 * @param parameter the placeholder of the entries, which are a JSON array of `auditRow`s
 * @param condition the SQL condition under which the entries are inserted
 */
export function insertAuditEntries(parameter: string, condition: string): string {
  return `insert into audit_events (workspace_id, ${auditColumns})
     select own.workspace_id, ${auditColumns}
     from ${ownWorkspace} cross join json_to_recordset(${parameter}::json) as e(${auditColumnTypes}) where ${condition}`
}

const insertEntries = statement<[workspaceId: WorkspaceId, entries: string]>(
  'insert_audit_events',
  `insert into audit_events (workspace_id, ${auditColumns})
   select own.workspace_id, ${auditColumns}
   from ${ownWorkspace} cross join json_to_recordset($2::json) as e(${auditColumnTypes})`,
)

/**
 * Writes entries of the audit log.
 *
 * @param sql the transaction of the changes that the entries report, so that there is never one without the other
 */
export async function recordAudit(sql: Knex, entries: readonly AuditEntry[]): Promise<void> {
  for (const [workspaceId, own] of byWorkspace(entries))
    await insertEntries(sql, workspaceId, JSON.stringify(own.map(auditRow)))
}
