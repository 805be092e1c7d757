/** Recommended length of lines (RFC 5322, section 2.1.1). */
const goodLine = 78

/**
 * Writes a field, folded between its words if a line would get too long (RFC 5322, section 2.2.3). A word that is
 * longer than a line stays whole. The first one follows the name at once: a line of nothing but a name is legal, and
 * some readers take it for the end.
 *
 * @param words parts of the value between single blanks
 */
export function foldField(name: string, words: readonly string[]): string {
  const lines: string[] = []
  let line = `${name}:`
  words.forEach((word, index) => {
    if (index > 0 && Buffer.byteLength(line) + 1 + Buffer.byteLength(word) > goodLine) {
      lines.push(line)
      line = ''
    }
    line += ` ${word}`
  })
  return [...lines, line].join('\r\n')
}
