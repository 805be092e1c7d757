import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { AuditActorKind, AuditEntry } from '../../../platform/audit/entry.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'

/** A row of `audit_events`. */
export interface AuditRow {
  readonly id: Uuid
  readonly actor_kind: AuditActorKind
  readonly actor_id: Uuid | null
  readonly actor_name: string | null
  readonly session_id: Uuid | null
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly operation: string
  readonly resource_type: string | null
  readonly resource_id: string | null
  readonly outcome: AuditEntry['outcome']
  readonly status: number | null
  readonly error_code: string | null
  readonly request_id: Uuid | null
  readonly project_id: Uuid | null
  readonly count: number | null
}

const selectKeyNames = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  { id: Uuid; name: string }
>('select_key_names', 'select id, name from api_keys where workspace_id = $1 and id = any($2::uuid[])')

/** Presents entries as the contract's AuditEvent, with the names that their keys have now. */
export async function presentEntries(
  db: Knex,
  workspaceId: WorkspaceId,
  rows: readonly AuditRow[],
): Promise<components['schemas']['AuditEvent'][]> {
  const ids = new Set(rows.filter(isOfKey).flatMap(({ actor_id: id }) => (id === null ? [] : [id])))
  const keys = ids.size === 0 ? [] : await selectKeyNames(db, workspaceId, [...ids])
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  return rows.map((row) => presentEntry(row, names))
}

function isOfKey({ actor_kind: kind }: AuditRow): boolean {
  return kind === 'project_key' || kind === 'workspace_key'
}

function presentEntry(
  row: AuditRow,
  keyNames: ReadonlyMap<Uuid, string>,
): components['schemas']['AuditEvent'] {
  const { actor_id: actor, resource_type: type, resource_id: id } = row
  const shown = <P extends 'prj' | 'ses' | 'req'>(prefix: P, uuid: Uuid | null) =>
    uuid === null ? null : toTypeId(prefix, uuid)
  return {
    id: toTypeId('aud', row.id),
    created_at: timeOf(row.id).toISOString(),
    actor: {
      kind: row.actor_kind,
      id: actor === null ? null : toTypeId(isOfKey(row) ? 'key' : 'usr', actor),
      name: isOfKey(row) ? (actor !== null && keyNames.get(actor)) || null : row.actor_name,
      session_id: shown('ses', row.session_id),
    },
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    operation: row.operation,
    resource: type === null || id === null ? null : { type, id },
    outcome: row.outcome,
    status: row.status,
    error_code: row.error_code,
    request_id: shown('req', row.request_id),
    project_id: shown('prj', row.project_id),
    count: row.count,
  }
}
