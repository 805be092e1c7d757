import { guard, oneLine } from '../../../../../base/text/spreadsheet-guard.js'
import { csvLine } from '../../../../platform/http/lists/csv-line.js'
import type { SuppressionReason } from '../../unsent-reason.js'

/** A suppression that an export writes as a line. */
export interface WrittenSuppression {
  readonly address: string
  readonly reason: SuppressionReason
  readonly suppressedAt: Date
  readonly note: string | null
}

/** The header line. A file without a header is read in this order. */
export const csvHeader = 'email,reason,suppressed_at,note\r\n'

/** Matches white space that a reader would trim if the field stood without quotes. */
const spaceAround = /^\s|\s$/

/**
 * Writes suppressions as lines of CSV (RFC 4180), each one physical line with its line end. Reading them again gives
 * the same suppressions, except that control characters in notes become spaces.
 */
export function csvLines(suppressions: readonly WrittenSuppression[]): string {
  return suppressions
    .map(({ address, reason, suppressedAt, note }) => {
      const fields = [guard(address), reason, suppressedAt.toISOString(), note && guard(oneLine(note))]
      return csvLine(fields, spaceAround)
    })
    .join('')
}
