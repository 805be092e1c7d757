import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { greatestUuid, minUuidAt, nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { allOf } from '../../../platform/http/lists/bounded-walk.js'
import {
  exportPageSize,
  exportRows,
  guarded,
  type ExportColumn,
  type ExportFormat,
} from '../../../platform/http/lists/export-rows.js'
import type { TimeWindow } from '../../../platform/http/lists/pagination.js'
import type { AuditCondition } from './conditions.js'
import { presentEntries, type AuditRow } from './present.js'

type AuditEvent = components['schemas']['AuditEvent']

/** Returns all entries that the conditions select, the oldest first, as text in a format. */
export function exportEntries(
  db: Knex,
  workspaceId: WorkspaceId,
  conditions: readonly AuditCondition[],
  { window, format }: { readonly window: TimeWindow; readonly format: ExportFormat },
): AsyncGenerator<string> {
  return exportRows(entriesOf(db, workspaceId, conditions, window), columns, format)
}

async function* entriesOf(
  db: Knex,
  workspaceId: WorkspaceId,
  conditions: readonly AuditCondition[],
  window: TimeWindow,
): AsyncGenerator<readonly AuditEvent[]> {
  for await (const rows of pagesOf(db, workspaceId, conditions, window))
    yield await presentEntries(db, workspaceId, rows)
}

type Examined = AuditRow & { readonly found: boolean }

/**
 * Walks the index of the first condition that has one, or the primary key, page by page, as `searchPage` does: rows
 * are compared and ordered by the index's columns as one row, up to a limit that the planner does not know. The other
 * conditions are compared after the page's end, so that no page looks through more rows than its size.
 */
async function* pagesOf(
  db: Knex,
  workspaceId: WorkspaceId,
  conditions: readonly AuditCondition[],
  { since, until }: TimeWindow,
): AsyncGenerator<readonly AuditRow[]> {
  const driving = conditions.find(({ index }) => index !== undefined)
  const filters = conditions.filter((condition) => condition !== driving)
  const equal = driving?.index?.equal ?? {}
  const walked = [...Object.keys(equal), 'id']
  const bound = walked.map(() => '?').join(', ')
  const text = `
    select entry.*, ${allOf(filters.map(({ sql }) => sql))} as found
    from (
      select * from audit_events
      where workspace_id = ? and (${walked.join(', ')}) >= (${bound}) and (${walked.join(', ')}) < (${bound})
        and ${allOf(walked.map((column) => `${column} is not null`))} and id <> ?
      order by ${walked.join(', ')} limit (select ?::integer)
    ) entry
    order by id`
  const compared = filters.flatMap(({ values }) => values)
  const values = Object.values(equal)
  const below = until === null ? greatestUuid : minUuidAt(until)
  let from = minUuidAt(since)
  let seen: Uuid = nilUuid
  for (;;) {
    const parameters = [...compared, workspaceId, ...values, from, ...values, below, seen, exportPageSize]
    const { rows } = await db.raw<{ rows: Examined[] }>(text, parameters)
    yield rows.filter((row) => row.found)
    const last = rows.at(-1)
    if (last === undefined || rows.length < exportPageSize) return
    from = last.id
    seen = last.id
  }
}

const columns: readonly ExportColumn<AuditEvent>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ created_at: at }) => at],
  ['actor_kind', ({ actor }) => actor.kind],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_name', ({ actor }) => guarded(actor.name)],
  ['session_id', ({ actor }) => actor.session_id],
  ['ip_address', ({ ip_address: address }) => guarded(address)],
  ['user_agent', ({ user_agent: agent }) => guarded(agent)],
  ['operation', ({ operation }) => operation],
  ['resource_type', ({ resource }) => resource?.type ?? null],
  ['resource_id', ({ resource }) => resource?.id ?? null],
  ['outcome', ({ outcome }) => outcome],
  ['status', ({ status }) => status],
  ['error_code', ({ error_code: code }) => code],
  ['request_id', ({ request_id: id }) => id],
  ['project_id', ({ project_id: id }) => id],
  ['count', ({ count }) => count],
]
