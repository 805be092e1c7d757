import { printableLine } from '../../../base/text/printable.js'

/** Returns a JSON value as one printable line, or undefined for a value that does not fit on one line. */
export function cellOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return printableLine(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  const items = value.map((item: unknown) => (isRecord(item) ? addressIn(item) : cellOf(item)))
  return items.some((item) => item === undefined) ? undefined : items.join(', ')
}

/** Returns `Ada <ada@example.com>` if an object is an address. */
function addressIn(item: Readonly<Record<string, unknown>>): string | undefined {
  const email = new Map(Object.entries(item)).get('email')
  return typeof email === 'string' ? printableLine(email) : undefined
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// East Asian letters and emoji take 2 columns. Combining marks and joiners take none.
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const narrow = /[\p{M}\u200c\u200d\ufe00-\ufe0f]/u

/** Returns the number of terminal columns that a text takes. */
export function widthOf(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += narrow.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

/** Cuts a text to a maximum number of columns, with an ellipsis if it was cut. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  let width = 1
  for (const character of text) {
    width += widthOf(character)
    if (width > columns) break
    kept += character
  }
  return `${kept}…`
}

/** Pads a text with spaces to a number of columns. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}
