/**
 * Joins the lines of a text that is sent in paragraphs (RFC 3676, section 4): a line that ends in a space goes on in
 * the next one, if both are quoted as deeply. The separator of a signature, `-- `, is a line of its own.
 *
 * @param text with LF between its lines
 * @param delsp whether the space at the end of a line is no part of the text
 */
export function unflow(text: string, delsp: boolean): string {
  const lines: string[] = []
  let paragraph: string[] = []
  let depth = 0
  for (const line of text.split('\n')) {
    const [marks = ''] = /^>*/.exec(line) ?? []
    // The space that is put ahead of what would look like a quotation (section 4.4).
    const content = line.slice(line[marks.length] === ' ' ? marks.length + 1 : marks.length)
    const goesOn = paragraph.length > 0 && marks.length === depth && content !== '-- '
    if (!goesOn) {
      if (paragraph.length > 0) lines.push(paragraph.join(''))
      depth = marks.length
      paragraph = [depth === 0 || content === '' ? marks : `${marks} `]
    }
    const flows = content.endsWith(' ') && content !== '-- '
    paragraph.push(flows && delsp ? content.slice(0, -1) : content)
    if (flows) continue
    lines.push(paragraph.join(''))
    paragraph = []
  }
  if (paragraph.length > 0) lines.push(paragraph.join(''))
  return lines.join('\n')
}
