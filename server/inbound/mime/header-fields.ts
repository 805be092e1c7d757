import { isUtf8 } from 'node:buffer'
import { decodeText, wellFormed } from './charsets.js'

/** A field of a header (RFC 5322, section 2.2), unfolded. Encoded words are as they are. */
export interface HeaderField {
  /** As the sender wrote it. */
  readonly name: string
  readonly value: string
}

const [tab, space, colon, cr] = [0x09, 0x20, 0x3a, 0x0d]

/**
 * What a line of a header is by its begin. `other` is none of a header, and ends it: so do mail servers and
 * Python, which lose no text that way.
 */
export type HeaderLine = 'end' | 'field' | 'continuation' | 'envelope' | 'other'

/** @param line without its LF; its begin is enough */
export function kindOfLine(line: Uint8Array): HeaderLine {
  const [first] = line
  if (first === undefined || first === cr) return line.every((byte) => byte === cr) ? 'end' : 'other'
  if (first === space || first === tab) return 'continuation'
  let at = 0
  while (at < line.length && isNameByte(line[at] ?? 0)) at += 1
  if (at === 0) return 'other'
  let end = at
  while (line[end] === space || line[end] === tab) end += 1
  if (line[end] === colon) return 'field'
  // `From ` and `>From ` begin the messages of a mailbox file.
  const name = Buffer.from(line.subarray(0, at)).toString('latin1')
  return end > at && (name === 'From' || name === '>From') ? 'envelope' : 'other'
}

/** RFC 5322, section 2.2: printable ASCII but the colon. */
function isNameByte(byte: number): boolean {
  return byte > space && byte < 0x7f && byte !== colon
}

/**
 * Reads the fields of a header. A field in another charset than UTF-8 (RFC 6532) is taken for windows-1252.
 *
 * @param header without the empty line that ends it
 */
export function readFields(header: Uint8Array): HeaderField[] {
  const fields: { name: string; values: string[] }[] = []
  const encoded = isUtf8(header) ? undefined : 'latin1'
  const text = encoded === undefined ? decodeText(header, 'utf-8') : Buffer.from(header).toString('latin1')
  for (let begin = 0; begin < text.length;) {
    const newline = text.indexOf('\n', begin)
    const end = newline === -1 ? text.length : newline
    takeLine(text.slice(begin, withoutCrs(text, begin, end)), fields)
    begin = end + 1
  }
  return fields.map(({ name, values }) => {
    const value = values.length === 1 ? (values[0] ?? '') : values.join('')
    return {
      name,
      value: asText(encoded === undefined ? value : decodeText(Buffer.from(value, 'latin1'), '')),
    }
  })
}

function takeLine(line: string, fields: { name: string; values: string[] }[]): void {
  const first = line.charCodeAt(0)
  if (first === space || first === tab) {
    fields.at(-1)?.values.push(line)
    return
  }
  const at = line.indexOf(':')
  const name = trimWhite(line.slice(0, at))
  // A space within is that of `From ` at the begin of a message.
  if (at > 0 && !name.includes(' ')) fields.push({ name, values: [line.slice(at + 1)] })
}

function withoutCrs(text: string, begin: number, end: number): number {
  let at = end
  while (at > begin && text.charCodeAt(at - 1) === cr) at -= 1
  return at
}

/** A bare CR is no line end, and none may come of it where the value is written again. */
function asText(value: string): string {
  const text = trimWhite(value)
  return wellFormed(text.includes('\r') ? text.replace(/\r+/g, ' ') : text)
}

/** Without the white space of RFC 5322 at both ends; others, such as U+00A0, are text. */
export function trimWhite(text: string): string {
  let [begin, end] = [0, text.length]
  while (begin < end && isWhite(text.charCodeAt(begin))) begin += 1
  while (end > begin && isWhite(text.charCodeAt(end - 1))) end -= 1
  return text.slice(begin, end)
}

function isWhite(code: number): boolean {
  return code === space || code === tab
}
