import { stringify } from 'csv-stringify/sync'
import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { greatestUuid, minUuidAt, nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { allOf, type Condition } from '../../../platform/http/bounded-walk.js'
import type { TimeWindow } from '../../../platform/http/pagination.js'
import { guard, oneLine } from '../../../mail/text/spreadsheet-guard.js'
import { presentEntries, type AuditRow } from './present.js'

type AuditEvent = components['schemas']['AuditEvent']

/** How many rows are read together. */
const pageSize = 1000

/** The formats of an export. */
export type ExportFormat = 'text/csv' | 'application/x-ndjson'

/**
 * All entries that the conditions select, the oldest first. They are read in pages, each when those before are sent, so
 * that neither a connection nor memory is held by a client that reads slowly.
 */
export async function* exportEntries(
  db: Knex,
  workspaceId: WorkspaceId,
  conditions: readonly Condition[],
  window: TimeWindow,
  format: ExportFormat,
): AsyncGenerator<string> {
  // With the first page, so that a database which cannot be asked is told of before anything is sent.
  let ahead = format === 'text/csv' ? csvLines([columns.map(([name]) => name)]) : ''
  for await (const rows of pagesOf(db, workspaceId, conditions, window)) {
    const entries = await presentEntries(db, workspaceId, rows)
    const lines = ahead + (format === 'text/csv' ? csvOf(entries) : linesOf(entries))
    ahead = ''
    if (lines !== '') yield lines
  }
}

type Examined = AuditRow & { readonly found: boolean }

/**
 * Walks the index of the first condition that has one, or the primary key, page by page, in the way of `searchPage`:
 * compared and ordered by as one row, up to a limit that the planner does not know. The other conditions are compared
 * after the page's end, so that no page looks through more rows than its size.
 */
async function* pagesOf(
  db: Knex,
  workspaceId: WorkspaceId,
  conditions: readonly Condition[],
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
    const parameters = [...compared, workspaceId, ...values, from, ...values, below, seen, pageSize]
    const { rows } = await db.raw<{ rows: Examined[] }>(text, parameters)
    yield rows.filter((row) => row.found)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    from = last.id
    seen = last.id
  }
}

function linesOf(entries: readonly AuditEvent[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

/** The columns of the CSV. What a client or a user chose is guarded. */
const columns: readonly (readonly [name: string, value: (entry: AuditEvent) => string | number | null])[] = [
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

function guarded(text: string | null): string | null {
  return text === null ? null : guard(oneLine(text))
}

function csvOf(entries: readonly AuditEvent[]): string {
  return csvLines(entries.map((entry) => columns.map(([, value]) => value(entry))))
}

/** Lines of CSV (RFC 4180). */
function csvLines(records: readonly (readonly (string | number | null)[])[]): string {
  return stringify(
    records.map((record) => [...record]),
    { record_delimiter: '\r\n' },
  )
}
