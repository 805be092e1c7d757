import { unguard } from '../../../../../base/text/spreadsheet-guard.js'
import type { CsvFormat } from '../../csv/layout.js'
import { readListedAddress, type Columns } from './line.js'

/** Of a file without a header: the order of an export. */
const exportColumns: Columns = { email: 0, reason: 1, suppressedAt: 2, note: 3, count: 4 }

/**
 * What each column is called, in small letters without what stands between them. The first that is there
 * counts.
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

/** Undefined where the record names no column for the address, or holds an address itself. */
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

/** A file of suppressions. Only a field of other people's words may hold line ends. */
export const suppressionFormat: CsvFormat<Columns> = {
  named: namedColumns,
  unnamed: exportColumns,
  count: ({ count }) => count,
  mayBreak: ({ email, reason, suppressedAt }, field) =>
    field !== email && field !== reason && field !== suppressedAt,
}
