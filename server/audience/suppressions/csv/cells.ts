import { parse } from 'csv-parse/sync'

/**
 * The fields of records that `scanRecord` has found. White space around a field is taken off, but not what is within
 * its quotes. A quote within a field that does not begin with one is a character like others.
 */
export function cellsOf(records: readonly Buffer[], delimiter: number): string[][] {
  if (records.length === 0) return []
  return parse(Buffer.concat(records.flatMap((record) => [record, lineEnd])), {
    delimiter: String.fromCharCode(delimiter),
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
  })
}

/** Behind each record, so that one of nothing but spaces is one, too. */
const lineEnd = Buffer.from('\n')
