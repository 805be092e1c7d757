import type { ImportRow } from './rows.js'

/** So many lines that are refused one after the other end an import. */
const maxInARow = 10_000
/** Once so many lines were read, so does a file of which more than half is refused. */
const judgedLines = 20_000

/**
 * Whether a file is given up: what it has is hardly contacts, and reading on would cost others their turn.
 *
 * @param nextLine the first line that was not tried
 * @returns the error that ends the import; undefined where it goes on
 */
export function tooManyRefused(
  lines: number,
  rejected: number,
  inARow: number,
  nextLine: number,
): NonNullable<ImportRow['error']> | undefined {
  const isHopeless = lines >= judgedLines && rejected * 2 > lines
  if (inARow < maxInARow && !isHopeless) return undefined
  const why =
    inARow >= maxInARow
      ? `The last ${inARow} lines before line ${nextLine} were all refused.`
      : `Of the first ${lines} lines, ${rejected} were refused.`
  return {
    code: 'too_many_refused',
    message: `${why} To import the rest, send the lines from line ${nextLine} on as a file of their own, below the line that names the columns.`,
    line: nextLine,
  }
}
