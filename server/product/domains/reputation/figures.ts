import { CsvError, parse } from 'csv-parse/sync'
import { printableLine } from '../../../../base/text/printable.js'

/** Says that a file of figures is refused as a whole. */
export class FiguresRefused extends Error {
  override name = 'FiguresRefused'

  /**
   * @param place place in the file, such as `line 3`, with which the sentence begins @param reason rest of the
   *   sentence
   */
  constructor(place: string, reason: string) {
    super(`${place}: ${reason}`)
  }
}

/** Most figures of a file. */
const maxFigures = 100_000

/**
 * @throws FiguresRefused if there are too many
 */
export function refuseTooMany(count: number): void {
  if (count > maxFigures) throw new FiguresRefused('the file', 'it has more than 100,000 rows')
}

/** A record of a CSV file, and the number of the line that it ends on, from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Reads the records of a CSV file, without empty lines. White space around a cell is removed.
 *
 * @throws FiguresRefused if a quote is left open, or there are too many records
 */
export function csvRows(text: string): CsvRow[] {
  try {
    const found = parse(text, {
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: maxFigures + 2,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return found.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new FiguresRefused(`line ${Number(error['lines'] ?? 1)}`, 'a quote is left open')
  }
}

/** Quotes a text of a file in a refusal. */
export function quoted(text: string): string {
  return `"${printableLine(text, 60)}"`
}

const dayMs = 86_400_000
/** Oldest figures that are accepted, in days; Google and Microsoft keep theirs for some months. */
const maxAgeDays = 2 * 365

/**
 * Returns the day of a figure, as `2026-11-20`.
 *
 * @param now time in whose future, in days of UTC, no figure can be
 * @throws FiguresRefused if there is no such day, or it is in the future, or years ago
 */
export function dayNamed(
  { year, month, day }: { readonly year: number; readonly month: number; readonly day: number },
  place: string,
  now: Date,
): string {
  const given = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  if (!exists) throw new FiguresRefused(place, `there is no day ${given}`)
  if (at > now) throw new FiguresRefused(place, `${given} lies in the future`)
  if (now.getTime() - at.getTime() > maxAgeDays * dayMs)
    throw new FiguresRefused(place, `${given} is more than two years ago`)
  return given
}

/**
 * Reads a percentage such as `0.3%` or `0.3 %` as a fraction from 0 to 1.
 *
 * @returns undefined if the text is none; a number without the sign could mean either
 */
export function percentage(text: string): number | undefined {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,9})?) ?%$/.exec(text) ?? []
  const rate = digits === undefined ? Number.NaN : Number(digits) / 100
  return rate <= 1 ? rate : undefined
}
