import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import {
  presentPage,
  selectPage,
  type Page,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import { visibleTo, withinProject } from '../../../platform/http/access/visible.js'
import type { Layout } from '../../audience/csv/layout.js'
import type { ContactColumns } from './columns.js'
import { presentLines, type KeptLine } from './lines.js'

type Schemas = components['schemas']

/** Counts of the lines so far, by outcome. */
export type ImportCounts = Pick<
  Schemas['ContactImport'],
  'lines' | 'created' | 'updated' | 'unchanged' | 'rejected' | 'subscribed' | 'not_subscribed'
>

export interface ImportRow extends ImportCounts {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly list_id: Uuid | null
  readonly consent: Schemas['ContactImport']['consent']
  readonly layout: Layout<ContactColumns>
  readonly status: Schemas['ContactImportStatus']
  readonly bytes: string
  /** The byte of the file, and the physical line, that come next. */
  readonly next_byte: string
  readonly next_line: number
  /** Number of consecutive refused lines just before that place. */
  readonly refused_in_a_row: number
  readonly first_lines: readonly KeptLine[]
  readonly error: Schemas['ContactImport']['error']
  readonly completed_at: Date | null
}

/**
 * Finds an import that a key sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findImport(db: Knex, visibility: Visibility, id: Uuid): Promise<ImportRow> {
  return foundIn(await visibleTo(db('contact_imports'), visibility).where({ id }).first())
}

/**
 * Finds an import that a key sees, and locks it until the transaction ends.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockImport(trx: Knex, visibility: Visibility, id: Uuid): Promise<ImportRow> {
  return foundIn(await visibleTo(trx('contact_imports'), visibility).where({ id }).forUpdate().first())
}

function foundIn(row: unknown): ImportRow {
  if (row === undefined) throw new ApiError('not_found', 'No such import of contacts.')
  return row as ImportRow
}

interface ImportsQuery extends WindowQuery {
  readonly project_id?: string
}

/** Returns a page of imports. */
export async function listImports(
  db: Knex,
  visibility: Visibility,
  query: ImportsQuery,
): Promise<Page<Schemas['ContactImport']>> {
  const visible = withinProject(visibility, query.project_id)
  const found = await selectPage<ImportRow>(
    visibleTo(db('contact_imports').select('*'), visible),
    'id',
    query,
  )
  return presentPage(found, (rows) => rows.map(presentImport))
}

/** Returns an import in the form of the API contract. */
export function presentImport(row: ImportRow): Schemas['ContactImport'] {
  const { headers, targets } = row.layout.columns
  return {
    id: toTypeId('cim', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    list_id: row.list_id === null ? null : toTypeId('lst', row.list_id),
    consent: row.consent,
    status: row.status,
    columns: headers.map((header, index) => ({ header, target: targets[index] ?? 'ignore' })),
    bytes: Number(row.bytes),
    bytes_read: Number(row.next_byte),
    lines: row.lines,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    rejected: row.rejected,
    subscribed: row.subscribed,
    not_subscribed: row.not_subscribed,
    first_lines: presentLines(headers, row.first_lines),
    error: row.error,
    created_at: timeOf(row.id).toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}
