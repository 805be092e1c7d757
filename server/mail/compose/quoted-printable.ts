import type { Steps } from '../../../base/time/time-slice.js'

const cr = 0x0d
const lf = 0x0a
const space = 0x20
const tab = 0x09
const equals = 0x3d
const dot = 0x2e
const hex = Buffer.from('0123456789ABCDEF', 'latin1')

/** Longest line without its soft break: a line has at most 76 characters with it (RFC 2045, section 6.7 (5)). */
const longestLine = 75

const from = Buffer.from('From ', 'latin1')

/**
 * Encodes text in quoted-printable (RFC 2045, section 6.7). It also encodes what servers are known to change though
 * they should not: a dot at the beginning of a line, and the `From ` that mailbox files escape.
 *
 * @param text UTF-8 with line ends of CRLF, which stay line ends
 * @param stepBytes number of bytes that are encoded in one step
 */
export function* quotedPrintable(text: Buffer, stepBytes: number): Steps<Buffer> {
  const chunks: Buffer[] = []
  const line = { column: 0 }
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + stepBytes)
    if (text[end - 1] === cr && text[end] === lf) end += 1
    chunks.push(encodeRange(text, start, end, line))
    start = end
    yield
  }
  const [first] = chunks
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
}

/**
 * Buffer that a range is encoded into before it is copied: making a new one for each would take longer than encoding.
 */
let scratch = Buffer.alloc(0)

/**
 * @param line position in the current output line; updated in place
 */
function encodeRange(text: Buffer, start: number, stop: number, line: { column: number }): Buffer {
  // At worst, each byte takes three characters. A soft break takes three more: one after every 73 characters
  // or more, and perhaps one before the first.
  const max = (stop - start) * 3
  const most = max + Math.ceil(max / 73) * 3 + 3
  if (scratch.length < most) scratch = Buffer.allocUnsafeSlow(most)
  const output = scratch
  let end = 0
  let { column } = line
  for (let at = start; at < stop; at += 1) {
    // Nearly all bytes of most texts come here.
    if (column > 0) {
      const run = Math.min(stop, at + longestLine - column)
      const begun = at
      while (at < run && (plain[text[at] as number] === 1 || isInnerSpace(text, at))) {
        output[end++] = text[at] as number
        at += 1
      }
      column += at - begun
      if (at === stop) break
    }
    const byte = text[at] as number
    if (byte === cr && text[at + 1] === lf) {
      output[end++] = cr
      output[end++] = lf
      at += 1
      column = 0
      continue
    }
    const width = standsForItself(text, at, column) ? 1 : 3
    if (column + width > longestLine) {
      output[end++] = equals
      output[end++] = cr
      output[end++] = lf
      column = 0
    }
    // Tested again, because a byte from the middle of a line may now begin one.
    if (standsForItself(text, at, column)) {
      output[end++] = byte
      column += 1
    } else {
      output[end++] = equals
      output[end++] = hex[byte >> 4] ?? 0
      output[end++] = hex[byte & 15] ?? 0
      column += 3
    }
  }
  line.column = column
  return Buffer.from(output.subarray(0, end))
}

/** By byte: 1 if it stands for itself anywhere but at the beginning of a line. */
const plain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > space && byte < 0x7f && byte !== equals ? 1 : 0,
)

/** Returns whether a space precedes a byte that stands for itself, and so is not at the end of a line. */
function isInnerSpace(text: Buffer, at: number): boolean {
  return text[at] === space && at + 1 < text.length && plain[text[at + 1] as number] === 1
}

function standsForItself(text: Buffer, at: number, column: number): boolean {
  const byte = text[at] ?? 0
  if (byte === space || byte === tab) {
    // Not at the end of a line: blanks there are lost on the way.
    return at + 1 < text.length && text[at + 1] !== cr
  }
  if (plain[byte] !== 1) return false
  if (column > 0) return true
  return byte !== dot && !(byte === from[0] && text.subarray(at, at + from.length).equals(from))
}
