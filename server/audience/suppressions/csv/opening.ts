import { comma } from './bytes.js'
import { cellsOf } from './cells.js'
import { csvColumns, exportColumns, type Columns } from './columns.js'
import { delimiterOf, usualDelimiter } from './delimiter.js'
import { recordAt, scanRecord, type Grammar } from './scan.js'

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
 * Reads how a file is laid out off its first record that holds anything: which separator it has, and whether it is a
 * header. Empty rows before it are passed.
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
 * Only a field of other people's words may hold line ends. The address, the reason and the time never do: there a
 * quote was left open.
 */
function layoutOf(delimiter: number, columns: Columns): Layout {
  const { email, reason, suppressedAt, count } = columns
  const mayBreak = (field: number) =>
    field < count && field !== email && field !== reason && field !== suppressedAt
  return { grammar: { delimiter, mayBreak, maxFields: count }, columns }
}
