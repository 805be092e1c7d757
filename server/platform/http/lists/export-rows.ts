import { guard, oneLine } from '../../../../base/text/spreadsheet-guard.js'
import { TimeSlice } from '../../../../base/time/time-slice.js'
import { csvLine } from './csv-line.js'
import type { Page } from './pagination.js'

/** The formats of an export. */
export type ExportFormat = 'text/csv' | 'application/x-ndjson'

/** A column of the CSV. Values that a client or a user chose go through {@link guarded}. */
export type ExportColumn<Row> = readonly [name: string, value: (row: Row) => string | number | null]

/** The number of rows that are read together. */
export const exportPageSize = 1000

/** The number of characters at which a part is sent. */
const partLength = 65_536

/**
 * Yields rows as text in a format, in parts as they are read: each page when the pages before are sent, so that a
 * client that reads slowly holds neither a connection nor memory. Other tasks run between the rows of a page.
 */
export async function* exportRows<Row>(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly ExportColumn<Row>[],
  format: ExportFormat,
): AsyncGenerator<string> {
  const isCsv = format === 'text/csv'
  const lineOf = (row: Row) =>
    isCsv ? csvLine(columns.map(([, value]) => value(row))) : `${JSON.stringify(row)}\n`
  const slice = new TimeSlice()
  // The header goes with the first page, so that a database which cannot be asked is told of before anything is sent.
  let part = isCsv ? csvLine(columns.map(([name]) => name)) : ''
  for await (const rows of pages) {
    for (const row of rows) {
      part += lineOf(row)
      if (part.length >= partLength) {
        yield part
        part = ''
      }
      await slice.pause()
    }
    if (part !== '') yield part
    part = ''
  }
}

/** The place at which a page of a list begins. */
export interface PageQuery {
  readonly limit: number
  readonly cursor?: string
}

/** Yields all pages of a list, one after the other. */
export async function* pagesOfList<Row>(
  list: (query: PageQuery) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | null | undefined
  do {
    const page = await list({ limit: exportPageSize, ...(typeof cursor === 'string' && { cursor }) })
    yield page.data
    cursor = page.next_cursor
  } while (cursor !== null)
}

/** Returns a text as one line that no spreadsheet takes for a formula. */
export function guarded(text: string | null): string | null {
  return text === null ? null : guard(oneLine(text))
}

/** Returns a value as JSON in a cell. */
export function jsonCell(value: object): string {
  return guard(JSON.stringify(value))
}
