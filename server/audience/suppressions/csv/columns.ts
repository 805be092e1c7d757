import { readListedAddress } from './address.js'
import { unguard } from './guard.js'

/** In which field of a record each column stands, counted from 0. */
export interface Columns {
  readonly email: number
  readonly reason: number | undefined
  readonly suppressedAt: number | undefined
  readonly note: number | undefined
  /** How many there are, those that mean nothing here among them. */
  readonly count: number
}

/** Of a file without a header: the order of an export. */
export const exportColumns: Columns = { email: 0, reason: 1, suppressedAt: 2, note: 3, count: 4 }

/** What each column is called, in small letters without what stands between them. The first that is there counts. */
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
export function csvColumns(cells: readonly string[]): Columns | undefined {
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
