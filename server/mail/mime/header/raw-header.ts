/** A field of a header as bytes. A character stands for a byte (latin1), whatever the byte means. */
export interface RawField {
  /** Name as it is written, without the colon and the blanks before that. */
  readonly name: string
  /** Name in lower case, because names are compared without regard to case. */
  readonly key: string
  /** The text after the colon. Folded lines have CRLF between them, whatever the message's line ends. */
  readonly value: string
}

export interface RawHeader {
  readonly fields: readonly RawField[]
  /**
   * True if each line is a field in the form that RFC 5322 (section 2.2) has for new messages, or continues one, and
   * none has a byte that ends lines or strings for other programs, or is white space to them. Only in such a header
   * is a signature checked, since it would otherwise cover something else than other programs show.
   */
  readonly isStrict: boolean
}

/**
 * Kind of a header's line by its beginning. `end` is the empty line. `envelope` begins a message of a mailbox file
 * and is passed over. `other` is not a header line and ends the header: so it does for mail servers and Python, which
 * lose no text that way.
 */
export type HeaderLine = 'end' | 'field' | 'continuation' | 'envelope' | 'other'

const [tab, lf, cr, space, colon] = [0x09, 0x0a, 0x0d, 0x20, 0x3a]

/**
 * @param line line without its LF; its beginning is enough
 */
export function kindOfLine(line: Uint8Array): HeaderLine {
  const [first] = line
  if (first === undefined || first === cr) return line.every((byte) => byte === cr) ? 'end' : 'other'
  if (isWhite(first)) return 'continuation'
  let at = 0
  while (at < line.length && isNameByte(line[at] ?? 0)) at += 1
  if (at === 0) return 'other'
  let end = at
  while (isWhite(line[end] ?? 0)) end += 1
  if (line[end] === colon) return 'field'
  // `From ` and `>From ` begin the messages of a mailbox file.
  const name = Buffer.from(line.buffer, line.byteOffset, at).toString('latin1')
  return end > at && (name === 'From' || name === '>From') ? 'envelope' : 'other'
}

/**
 * Reads the fields of a header. It is the one reader: what a message shows, what its signatures cover and what ours
 * are made of all come from here.
 *
 * @param header header without the line that ends it
 */
export function readRawHeader(header: Uint8Array): RawHeader {
  const fields: { name: string; key: string; value: string }[] = []
  const text = Buffer.from(header.buffer, header.byteOffset, header.length).toString('latin1')
  let isStrict = !hasAmbiguousByte(text)
  /** Lines of the last field. They are joined once, since there can be many. */
  let values: string[] = []
  const endField = () => {
    const last = fields.at(-1)
    if (last !== undefined && values.length > 0) last.value = values.join('\r\n')
    values = []
  }
  for (let begin = 0; begin < text.length;) {
    const newline = text.indexOf('\n', begin)
    const next = newline === -1 ? text.length : newline
    let end = next
    while (end > begin && text.charCodeAt(end - 1) === cr) end -= 1
    if (next - end > 1) isStrict = false
    if (isWhite(text.charCodeAt(begin))) {
      if (values.length === 0) isStrict = false
      else values.push(text.slice(begin, end))
    } else {
      endField()
      const at = colonOf(text, begin, end)
      const nameEnd = at === undefined ? begin : endOfName(text, begin, at)
      if (at === undefined || nameEnd < at) isStrict = false
      if (at !== undefined) {
        const name = text.slice(begin, nameEnd)
        fields.push({ name, key: name.toLowerCase(), value: '' })
        values.push(text.slice(at + 1, end))
      }
    }
    begin = next + 1
  }
  endField()
  return { fields, isStrict }
}

/**
 * Returns the header section of a message (RFC 5322, section 2.1), with the line end of its last field and without
 * the empty line; all of the message if it has no empty line.
 */
export function headerSection(raw: Buffer): Buffer {
  if (raw[0] === lf || (raw[0] === cr && raw[1] === lf)) return raw.subarray(0, 0)
  const [withCr, withoutCr] = [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n')]
  if (withCr === -1 && withoutCr === -1) return raw
  if (withoutCr === -1 || (withCr !== -1 && withCr < withoutCr)) return raw.subarray(0, withCr + 2)
  return raw.subarray(0, withoutCr + 1)
}

/** Returns the index of a field's colon; undefined in a line that is not a field. */
function colonOf(text: string, begin: number, end: number): number | undefined {
  let at = begin
  while (at < end && isNameByte(text.charCodeAt(at))) at += 1
  if (at === begin) return undefined
  while (at < end && isWhite(text.charCodeAt(at))) at += 1
  return at < end && text.charCodeAt(at) === colon ? at : undefined
}

function endOfName(text: string, begin: number, colonAt: number): number {
  let end = colonAt
  while (end > begin && isWhite(text.charCodeAt(end - 1))) end -= 1
  return end
}

/**
 * Returns whether text has a CR that ends no line (which ends one to Python), a NUL (which ends a string to C), or a
 * vertical tab or form feed (which are white space to many).
 */
function hasAmbiguousByte(text: string): boolean {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) !== lf) return true
  }
  return text.includes('\0') || text.includes('\v') || text.includes('\f')
}

/** Returns whether a byte may be in a name: printable ASCII except the colon (RFC 5322, section 2.2). */
function isNameByte(byte: number): boolean {
  return byte > space && byte < 0x7f && byte !== colon
}

/** Returns whether a byte is white space of RFC 5322. Other white space, such as U+00A0, is text. */
function isWhite(byte: number): boolean {
  return byte === space || byte === tab
}
