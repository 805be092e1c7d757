/**
 * A text as one line of a file: what could end a line, and what no text file should hold, becomes a space. The
 * separators of Unicode count, for some programs end a line there.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
