/**
 * Returns a text as one line of a file: characters that could end a line, or that no text file should hold, become a
 * space. The separators of Unicode count, for some programs end a line there.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

/**
 * Matches a text that a spreadsheet may take for a formula: a cell that begins with one of these, in the full-width
 * forms as well, which East Asian versions read alike. Quotes and white space before it are looked past, as
 * spreadsheets do. The apostrophe is among them so that every text has a guarded form of its own.
 */
const formula = /^[\s"]*['=+@\uff1d\uff0b\uff0d\uff20-]|^[\t\r]/

/**
 * The separator at which a spreadsheet whose list separator is not the comma begins a new cell, quoted or not. A tab
 * does not count: no field holds control characters.
 */
const otherSeparator = ';'

/**
 * Writes a field so that a spreadsheet shows it and does not run it. It gets an apostrophe in front if it could be a
 * formula, and so does each part of it that a spreadsheet with another separator would take for a cell.
 *
 * `unguard` takes away exactly what this adds: a guarded text begins with an apostrophe before a text that needs a
 * guard, and a text that began so by itself gets one more.
 */
export function guard(text: string): string {
  return eachCell(text, (cell) => (formula.test(cell) ? `'${cell}` : cell))
}

/** Undoes `guard`. Any other text that begins with an apostrophe stays as it is. */
export function unguard(text: string): string {
  return eachCell(text, (cell) =>
    cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell,
  )
}

/** Changes each cell of a text. The separators stay where they are, so both ways see the same cells. */
function eachCell(text: string, change: (cell: string) => string): string {
  return text.includes(otherSeparator)
    ? text.split(otherSeparator).map(change).join(otherSeparator)
    : change(text)
}
