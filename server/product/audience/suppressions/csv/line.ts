import { readAddress, type ReadAddress } from '../../../../../base/addresses/address.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { SuppressionReason } from '../../unsent-reason.js'
import { brokenMessages, type BrokenCode } from '../../csv/scan.js'
import { unguard, oneLine } from '../../../../../base/text/spreadsheet-guard.js'

/** The field of a record in which each column stands, counted from 0. */
export interface Columns {
  readonly email: number
  readonly reason: number | undefined
  readonly suppressedAt: number | undefined
  readonly note: number | undefined
  /** Number of columns, including those that have no meaning here. */
  readonly count: number
}

/** Letters whose lower case takes more octets of UTF-8, by their lower case. There are no others. */
const grown: ReadonlyMap<string, string> = new Map(
  [...'\u0130\u023a\u023e'].map((letter) => [letter.toLowerCase(), letter]),
)
const anyGrown = new RegExp([...grown.keys()].join('|'), 'g')

/**
 * Reads an address as a person writes it, or in the form of `foldAddress`, in which an export writes it. The latter
 * can be longer than any address may be, since some letters grow with their lower case.
 *
 * @returns undefined if the text is no address
 */
export function readListedAddress(text: string): ReadAddress | undefined {
  const given = readAddress(text)
  if (given !== undefined) return given
  const shorter = text.replace(anyGrown, (letter) => grown.get(letter) ?? letter)
  return shorter === text ? undefined : readAddress(shorter)
}

/** The reason why a line of a file is not imported. The codes are stable. */
export type RejectionCode =
  | 'email'
  | 'missing_email'
  | 'reason'
  | 'erasure'
  | 'suppressed_at'
  | 'note'
  | BrokenCode

export interface RejectedLine {
  /** Number of the physical line on which the record begins; the first is 1. */
  readonly line: number
  readonly code: RejectionCode
  /** Message for a person. It holds nothing of the line, which may be anybody's address. */
  readonly message: string
}

/** The longest note in characters. */
const longestNote = 500

const messages: Record<RejectionCode, string> = {
  email: 'This is not an e-mail address.',
  missing_email: 'The address is missing.',
  reason: 'The reason must be one of hard_bounce, soft_bounce, complaint, unsubscribe, manual and import.',
  erasure: 'An erasure cannot be imported. Request the deletion of the address instead.',
  suppressed_at: 'The time is not an RFC 3339 time with an offset, is before 1970, or is in the future.',
  note: `The note is longer than ${longestNote} characters.`,
  ...brokenMessages,
}

/** Returns a rejected line, with its rule in words. */
export function rejectedLine(line: number, code: RejectionCode): RejectedLine {
  return { line, code, message: messages[code] }
}

/** The rejection of a file in UTF-16, of which no line can be read. */
export const fileInUtf16: RejectedLine = {
  line: 1,
  code: 'encoding',
  message: 'The file is in UTF-16. Save it as UTF-8.',
}

/** A suppression that a line of a file states. */
export interface ReadSuppression extends ReadAddress {
  /** The reason; `import` if the line gives none. */
  readonly reason: SuppressionReason
  readonly note: string | null
  /** Time of the suppression; null if the line doesn't give it. */
  readonly suppressedAt: Date | null
}

/**
 * Reasons of suppressions, with true for those that a line may have. An erasure is more than a suppressed address.
 */
const reasons = new Map<string, boolean>(
  Object.entries({
    hard_bounce: true,
    soft_bounce: true,
    complaint: true,
    unsubscribe: true,
    manual: true,
    import: true,
    erasure: false,
  } satisfies Record<SuppressionReason, boolean>),
)

const dayInMs = 86_400_000

/**
 * Reads a record's fields.
 *
 * @param now the present time; a time in the file may lie a day ahead of it, since clocks and time zones differ
 * @returns the suppression; or the reason why the record is none; or undefined if all its fields are empty, as a
 *   spreadsheet writes an empty row
 */
export function interpret(
  cells: readonly string[],
  columns: Columns,
  now: Date,
): ReadSuppression | RejectionCode | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined
  if (cells.slice(columns.count).some((cell) => cell.trim() !== '')) return 'columns'
  const field = (column: number | undefined) => (column === undefined ? '' : unguard(cells[column] ?? ''))

  const text = field(columns.email).trim()
  if (text === '') return 'missing_email'
  const address = readListedAddress(text)
  if (address === undefined) return 'email'

  const reason = field(columns.reason).trim().toLowerCase() || 'import'
  if (!isReason(reason)) return 'reason'
  if (reasons.get(reason) === false) return 'erasure'

  const time = field(columns.suppressedAt).trim()
  const suppressedAt = time === '' ? null : readTime(time, now)
  if (suppressedAt === undefined) return 'suppressed_at'

  const note = oneLine(field(columns.note))
  if (note.length > longestNote && [...note].length > longestNote) return 'note'
  return { ...address, reason, note: note === '' ? null : note, suppressedAt }
}

function isReason(text: string): text is SuppressionReason {
  return reasons.has(text)
}

/** Reads a time of RFC 3339. It must not lie before 1970, nor more than a day ahead of `now`. */
function readTime(text: string, now: Date): Date | undefined {
  if (!isDateTime(text)) return undefined
  const time = new Date(text.toUpperCase().replace(/\s/, 'T')).getTime()
  return time >= 0 && time <= now.getTime() + dayInMs ? new Date(time) : undefined
}

const { validate: isDateTime } = fullFormats['date-time'] as { validate: (text: string) => boolean }
