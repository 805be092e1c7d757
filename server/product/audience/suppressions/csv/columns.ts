import { unguard } from '../../../../../base/text/spreadsheet-guard.js'
import type { CsvFormat } from '../../csv/layout.js'
import { readListedAddress, type Columns } from './line.js'

/** Columns of a file without a header, in the order of an export. */
const exportColumns: Columns = { email: 0, reason: 1, suppressedAt: 2, note: 3, count: 4 }

/**
 * The names of each column, in lower case and without spaces and punctuation. The first name that a file has counts.
 */
const names = {
  email: [
    ...['email', 'emailaddress', 'mail', 'mailaddress', 'address', 'recipient'],
    ...['primaryemail', 'email1value', 'emailadresse', 'adresseemail', 'adressemail', 'courriel'],
  ],
  reason: ['reason', 'suppressionreason'],
  suppressedAt: ['suppressedat', 'createdat', 'date'],
  note: ['note', 'notes', 'comment'],
}

/**
 * Finds the columns that a record names.
 *
 * @returns undefined if the record names no column for the address, or holds an address itself
 */
function namedColumns(cells: readonly string[]): Columns | undefined {
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

/** The format of a file of suppressions. Only fields that are free text may hold line ends. */
export const suppressionFormat: CsvFormat<Columns> = {
  named: namedColumns,
  unnamed: exportColumns,
  count: ({ count }) => count,
  mayBreak: ({ email, reason, suppressedAt }, field) =>
    field !== email && field !== reason && field !== suppressedAt,
}
