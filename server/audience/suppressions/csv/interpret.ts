import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { ReadAddress } from '../../../mail-address.js'
import type { SuppressionReason } from '../reason.js'
import { readListedAddress } from './address.js'
import type { Columns } from './columns.js'
import { unguard } from './guard.js'
import { oneLine } from './one-line.js'
import { longestNote, type RejectionCode } from './rejection.js'

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
 * @returns why not, where it is none; undefined where all its fields are empty, as a spreadsheet writes an empty row
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
