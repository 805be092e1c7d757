import { parse } from 'csv-parse/sync'
import {
  comma,
  tab,
  delimiterOf,
  usualDelimiter,
  recordAt,
  scanRecord,
  type Grammar,
  type RecordBytes,
} from './scan.js'

/**
 * Splits records into their fields. White space around a field is trimmed, but not within its quotes. In a field that
 * does not begin with a quote, a quote is a character like others.
 */
export function cellsOf(records: readonly RecordBytes[], delimiter: number): string[][] {
  const cells: string[][] = []
  for (const indexes of byFields(records).values()) {
    const together = Buffer.concat(indexes.flatMap((index) => [records[index]?.bytes ?? lineEnd, lineEnd]))
    const parsed = parse(together, {
      delimiter: String.fromCharCode(delimiter),
      record_delimiter: '\n',
      relax_quotes: true,
      trim: true,
    })
    parsed.forEach((record, order) => (cells[indexes[order] ?? 0] = record))
  }
  return cells
}

/**
 * Groups records by their number of fields, because the library takes records that have as many fields as its first.
 * Letting it take others costs an error for each.
 */
function byFields(records: readonly RecordBytes[]): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>()
  records.forEach(({ fields }, index) => {
    const group = groups.get(fields)
    if (group === undefined) groups.set(fields, [index])
    else group.push(index)
  })
  return groups
}

/** Line end to put after each record, so that a record of nothing but spaces counts as one, too. */
const lineEnd = Buffer.from('\n')

/** The columns that a kind of file can have. */
export interface CsvFormat<Columns> {
  /** Returns the columns that a file's first record names; undefined if it is a record like the others. */
  readonly named: (cells: readonly string[]) => Columns | undefined
  /** The columns of a file without a header. */
  readonly unnamed: Columns
  /** Counts the columns. */
  readonly count: (columns: Columns) => number
  /** Returns whether a field may hold line ends. If it may not, a line end in it shows that a quote was left open. */
  readonly mayBreak: (columns: Columns, field: number) => boolean
}

/** A `Layout` tells how the rest of a file is to be read. */
export interface Layout<Columns> {
  /** The byte between two fields. */
  readonly delimiter: number
  readonly columns: Columns
}

export function grammarOf<Columns>(
  { count, mayBreak }: CsvFormat<Columns>,
  { delimiter, columns }: Layout<Columns>,
): Grammar {
  const fields = count(columns)
  return { delimiter, mayBreak: (field) => field < fields && mayBreak(columns, field), maxFields: fields }
}

interface Opening<Columns> {
  /** The layout; undefined if it takes more bytes to tell. */
  readonly layout: Layout<Columns> | undefined
  /** Byte at which the records begin, or at which to look on. */
  readonly next: number
  /** The number of physical lines before `next`. */
  readonly lines: number
}

/**
 * Reads the layout of a file from its first record that holds anything: which delimiter it has, and whether it is a
 * header. Empty rows before it are skipped.
 */
export function readOpening<Columns>(
  bytes: Buffer,
  ended: boolean,
  { named, unnamed }: CsvFormat<Columns>,
): Opening<Columns> {
  const said = saidDelimiter(bytes)
  let next = said?.next ?? 0
  let lines = said === undefined ? 0 : 1
  // The first line may be a broken one, so most lines decide.
  const withoutNames = () => ({
    layout: { delimiter: said?.delimiter ?? usualDelimiter(bytes, next), columns: unnamed },
    next,
    lines,
  })
  while (next < bytes.length) {
    const delimiter = said?.delimiter ?? delimiterOf(bytes, next) ?? comma
    // A title may stand on two lines.
    const anyFields = { delimiter, mayBreak: () => true, maxFields: Infinity }
    const found = scanRecord(bytes, next, anyFields, ended)
    if (found === undefined) break
    if (typeof found === 'string') return withoutNames()
    if (!emptyRow.test(bytes.toString('latin1', next, found.end))) {
      const [cells = []] = cellsOf([recordAt(bytes, next, found)], delimiter)
      const columns = named(cells)
      if (columns === undefined) return withoutNames()
      return { layout: { delimiter, columns }, next: found.next, lines: lines + found.lines }
    }
    next = found.next
    lines += found.lines
  }
  // The line that names the delimiter is read again, with more bytes.
  if (!ended && next === said?.next) return { layout: undefined, next: 0, lines: 0 }
  const empty = ended && next === bytes.length
  return { layout: empty ? { delimiter: comma, columns: unnamed } : undefined, next, lines }
}

/**
 * Reads a first line such as `sep=;`, by which spreadsheets name the delimiter.
 *
 * @returns the delimiter, and the byte at which the next line begins
 */
function saidDelimiter(bytes: Buffer): { readonly delimiter: number; readonly next: number } | undefined {
  const [line, , said = ''] =
    /^("?)sep=(,|;|\||\\t|\t)\1[ ,;\t]*(?:\r\n|[\r\n])/i.exec(bytes.toString('latin1', 0, 20)) ?? []
  if (line === undefined) return undefined
  return { delimiter: said.length > 1 ? tab : said.charCodeAt(0), next: line.length }
}

/** Matches a row of nothing but separators, white space and empty quotes. A file may have millions of them. */
const emptyRow = /^(?:[\s,;]|"\s*")*$/
