import { readAddress, type ReadAddress } from '../../../../../base/addresses/address.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { SuppressionReason } from '../../unsent-reason.js'
import { brokenMessages, type BrokenCode } from '../../csv/scan.js'
import { unguard, oneLine } from '../../../../../base/text/spreadsheet-guard.js'

/** In which field of a record each column stands, counted from 0. */
export interface Columns {
  readonly email: number
  readonly reason: number | undefined
  readonly suppressedAt: number | undefined
  readonly note: number | undefined
  /** How many there are, those that mean nothing here among them. */
  readonly count: number
}

/** The letters whose lower case takes more octets of UTF-8, by their lower case. There are no others. */
const grown: ReadonlyMap<string, string> = new Map(
  [...'\u0130\u023a\u023e'].map((letter) => [letter.toLowerCase(), letter]),
)
const anyGrown = new RegExp([...grown.keys()].join('|'), 'g')

/**
 * Reads an address as a person gives it, or in the form to look up by, in which an export writes it. The
 * latter can be longer than any address may be, where letters grow with their lower case.
 *
 * @returns undefined where it is none
 */
export function readListedAddress(text: string): ReadAddress | undefined {
  const given = readAddress(text)
  if (given !== undefined) return given
  const shorter = text.replace(anyGrown, (letter) => grown.get(letter) ?? letter)
  return shorter === text ? undefined : readAddress(shorter)
}

/** Why a line of a file is not imported. The codes are stable. */
export type RejectionCode =
  | 'email'
  | 'missing_email'
  | 'reason'
  | 'erasure'
  | 'suppressed_at'
  | 'note'
  | BrokenCode

export interface RejectedLine {
  /** The physical line on which the record begins; the first is 1. */
  readonly line: number
  readonly code: RejectionCode
  /** For a person. It holds nothing of the line, which may be anybody's address. */
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

/** A rejected line, with its rule in words. */
export function rejectedLine(line: number, code: RejectionCode): RejectedLine {
  return { line, code, message: messages[code] }
}

/** What is said of a file in UTF-16, of which no line can be read. */
export const fileInUtf16: RejectedLine = {
  line: 1,
  code: 'encoding',
  message: 'The file is in UTF-16. Save it as UTF-8.',
}

/** A suppression as a line of a file has it. */
export interface ReadSuppression extends ReadAddress {
  /** `import` where the line says none. */
  readonly reason: SuppressionReason
  readonly note: string | null
  /** Null where the line does not say. */
  readonly suppressedAt: Date | null
}

/** Whether a line may have it. An erasure is more than an address that is suppressed. */
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
 * @param now a time may lie a day behind it: clocks and time zones differ
 * @returns why not, where it is none; undefined where all its fields are empty, as a spreadsheet writes an
 *   empty row
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

/** A time of RFC 3339, which is from the first on that a computer would mean, and not to come. */
function readTime(text: string, now: Date): Date | undefined {
  if (!isDateTime(text)) return undefined
  const time = new Date(text.toUpperCase().replace(/\s/, 'T')).getTime()
  return time >= 0 && time <= now.getTime() + dayInMs ? new Date(time) : undefined
}

const { validate: isDateTime } = fullFormats['date-time'] as { validate: (text: string) => boolean }
