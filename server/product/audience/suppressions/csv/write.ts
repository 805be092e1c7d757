import { guard, oneLine } from '../../../../../base/text/spreadsheet-guard.js'
import { csvLine } from '../../../../platform/http/lists/csv-line.js'
import type { SuppressionReason } from '../../unsent-reason.js'

/** A suppression as a line of the file. */
export interface WrittenSuppression {
  readonly address: string
  readonly reason: SuppressionReason
  readonly suppressedAt: Date
  readonly note: string | null
}

/** The first line. What has no header is read in this order. */
export const csvHeader = 'email,reason,suppressed_at,note\r\n'

/** What a reader would take off where it stands bare. */
const spaceAround = /^\s|\s$/

/**
 * Suppressions as lines of CSV (RFC 4180), each one physical line with its line end. Read again they are the
 * same suppressions, but for control characters in notes, which become spaces.
 */
export function csvLines(suppressions: readonly WrittenSuppression[]): string {
  return suppressions
    .map(({ address, reason, suppressedAt, note }) => {
      const fields = [guard(address), reason, suppressedAt.toISOString(), note && guard(oneLine(note))]
      return csvLine(fields, spaceAround)
    })
    .join('')
}
