import { parse } from 'csv-parse/sync'
import { readListedAddress, type Columns } from './line.js'
import { unguard } from '../../../../mail/text/spreadsheet-guard.js'
import {
  comma,
  delimiterOf,
  usualDelimiter,
  recordAt,
  scanRecord,
  type Grammar,
  type RecordBytes,
} from './scan.js'

/**
 * The fields of records. White space around a field is taken off, but not what is within its quotes. A quote
 * within a field that does not begin with one is a character like others.
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
 * The library takes records that have as many fields as its first. To let it take others costs an error for
 * each.
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

/** Behind each record, so that one of nothing but spaces is one, too. */
const lineEnd = Buffer.from('\n')

/** Of a file without a header: the order of an export. */
const exportColumns: Columns = { email: 0, reason: 1, suppressedAt: 2, note: 3, count: 4 }

/**
 * What each column is called, in small letters without what stands between them. The first that is there
 * counts.
 */
const names = {
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'address', 'recipient'],
  reason: ['reason', 'suppressionreason'],
  suppressedAt: ['suppressedat', 'createdat', 'date'],
  note: ['note', 'notes', 'comment'],
}

/**
 * The columns that a file's first record names.
 *
 * @returns undefined where it names none for the address, or holds an address itself
 */
function csvColumns(cells: readonly string[]): Columns | undefined {
  const given = cells.map((cell) => cell.toLowerCase().replace(/[\s_.-]+/g, ''))
  const placeOf = (known: readonly string[]) => {
    const name = known.find((each) => given.includes(each))
    return name === undefined ? undefined : given.indexOf(name)
  }
  const email = placeOf(names.email)
  if (email === undefined || cells.some((cell) => readListedAddress(unguard(cell.trim())))) return undefined
  return {
    email,
    reason: placeOf(names.reason),
    suppressedAt: placeOf(names.suppressedAt),
    note: placeOf(names.note),
    count: cells.length,
  }
}

/** How the rest of a file is to be read. */
export interface Layout {
  readonly grammar: Grammar
  readonly columns: Columns
}

export interface Opening {
  /** Undefined where it takes more bytes to say. */
  readonly layout: Layout | undefined
  /** Where the records begin, or where to look on. */
  readonly next: number
  /** The physical lines before that. */
  readonly lines: number
}

/**
 * Reads how a file is laid out off its first record that holds anything: which separator it has, and whether
 * it is a header. Empty rows before it are passed.
 */
export function readOpening(bytes: Buffer, ended: boolean): Opening {
  let next = 0
  let lines = 0
  while (next < bytes.length) {
    const delimiter = delimiterOf(bytes, next) ?? comma
    // A title may stand on two lines.
    const anyFields = { delimiter, mayBreak: () => true, maxFields: Infinity }
    const found = scanRecord(bytes, next, anyFields, ended)
    if (found === undefined) break
    if (typeof found === 'string') return withoutHeader(bytes, next, lines)
    if (!emptyRow.test(bytes.toString('latin1', next, found.end))) {
      const [cells = []] = cellsOf([recordAt(bytes, next, found)], delimiter)
      const columns = csvColumns(cells)
      if (columns === undefined) return withoutHeader(bytes, next, lines)
      return { layout: layoutOf(delimiter, columns), next: found.next, lines: lines + found.lines }
    }
    next = found.next
    lines += found.lines
  }
  const empty = ended && next === bytes.length
  return { layout: empty ? layoutOf(comma, exportColumns) : undefined, next, lines }
}

/** The first line may be a broken one, so most lines decide. */
function withoutHeader(bytes: Buffer, next: number, lines: number): Opening {
  return { layout: layoutOf(usualDelimiter(bytes, next), exportColumns), next, lines }
}

/** Nothing but separators, white space and empty quotes: there may be millions of them. */
const emptyRow = /^(?:[\s,;]|"\s*")*$/

/**
 * Only a field of other people's words may hold line ends. The address, the reason and the time never do:
 * there a quote was left open.
 */
function layoutOf(delimiter: number, columns: Columns): Layout {
  const { email, reason, suppressedAt, count } = columns
  const mayBreak = (field: number) =>
    field < count && field !== email && field !== reason && field !== suppressedAt
  return { grammar: { delimiter, mayBreak, maxFields: count }, columns }
}
