import type { ImportRow } from './import-rows.js'

/** The number of consecutive refused lines that ends an import. */
const maxInARow = 10_000
/** The number of lines from which on a file is given up if more than half of them are refused. */
const judgedLines = 20_000

/**
 * Decides whether to give a file up: it hardly holds contacts, and reading on would cost others their turn.
 *
 * @param nextLine the first line that was not tried
 * @returns the error that ends the import; undefined if it goes on
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
    message: `${why} To import the rest, send the lines from line ${nextLine} on as a separate file, below the line that names the columns.`,
    line: nextLine,
  }
}
