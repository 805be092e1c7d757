import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { guarded, type ExportColumn } from '../../../platform/http/lists/export-rows.js'
import type { ContactColumns } from './columns.js'
import { lineMessages, type LineCode, type RefusedLine } from './line.js'

/** The ids of the import to which lines belong. */
interface OfImport {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
}

type Line = components['schemas']['ContactImportLine']

/** The most lines that are shown with the import itself. */
export const maxFirst = 20

/** A stored refused line: its number, its code, and its column from 0. */
export type KeptLine = readonly [line: number, code: LineCode, column: number | null]

const insertLines = statement<[workspaceId: WorkspaceId, importId: Uuid, firstLine: number, refused: string]>(
  'insert_contact_import_lines',
  'insert into contact_import_lines (workspace_id, import_id, first_line, refused) values ($1, $2, $3, $4)',
)

/** Stores the refused lines of a batch, together. */
export async function keepLines(
  trx: Knex,
  { workspace_id: workspaceId, id }: OfImport,
  refused: readonly RefusedLine[],
): Promise<void> {
  const [first] = refused
  if (first === undefined) return
  await insertLines(trx, workspaceId, id, first.line, JSON.stringify(refused.map(keptLine)))
}

/** Returns a line in the form to store. */
export function keptLine({ line, code, column }: RefusedLine): KeptLine {
  return [line, code, column]
}

/** Returns stored lines in the form of the API contract. */
export function presentLines(headers: readonly string[], lines: readonly KeptLine[]): Line[] {
  return lines.map(([line, code, column]) => ({
    line,
    code,
    column: column === null ? null : (headers[column] ?? null),
    message: lineMessages[code],
  }))
}

const selectLines = statement<
  [workspaceId: WorkspaceId, importId: Uuid, after: number, max: number],
  { firstLine: number; refused: KeptLine[] }
>(
  'select_contact_import_lines',
  `select first_line as "firstLine", refused from contact_import_lines
   where workspace_id = $1 and import_id = $2 and first_line > $3 order by first_line limit $4`,
)

/** The number of batches that are read together. */
const batches = 10

/** Yields the refused lines in the order of the file. */
export async function* refusedLines(
  db: Knex,
  row: OfImport,
  { headers }: ContactColumns,
): AsyncGenerator<Line[]> {
  for (let after = 0; ;) {
    const found = await selectLines(db, row.workspace_id, row.id, after, batches)
    yield found.flatMap(({ refused }) => presentLines(headers, refused))
    const last = found.at(-1)
    if (last === undefined || found.length < batches) return
    after = last.firstLine
  }
}

/** Columns of the report. */
export const lineColumns: readonly ExportColumn<Line>[] = [
  ['line', ({ line }) => line],
  ['code', ({ code }) => code],
  ['column', ({ column }) => guarded(column)],
  ['message', ({ message }) => message],
]
