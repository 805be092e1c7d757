import { isAscii } from 'node:buffer'
import type { Steps } from '../../../base/time/time-slice.js'
import { quotedPrintable } from './quoted-printable.js'

/** Bytes in a form that passes every server: ASCII in lines of at most 76 characters. */
export interface Encoded {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64'
  readonly body: Buffer
}

/**
 * Lines of printable ASCII that need no encoding: short, no blank at an end, not beginning with what mailboxes
 * escape.
 */
const plainLines =
  /^(?:(?!From )(?:[\x20-\x7e\t]{0,75}[\x21-\x7e])?\r\n)*(?!From )(?:[\x20-\x7e\t]{0,75}[\x21-\x7e])?$/

/**
 * Longest text that is tested for plain lines: a regular expression over megabytes of lines would be slow, and nobody
 * reads those in the source.
 */
const longestPlain = 64 * 1024

/** Characters of text, or bytes of a file, that are processed in one step of a few milliseconds. */
const stepLength = 128 * 1024

/**
 * Bytes of a line of base64: three bytes become four characters, so 57 bytes fill a line of 76 characters (RFC 2045,
 * section 6.8).
 */
const lineBytes = 57
const stepBytes = Math.floor(stepLength / lineBytes) * lineBytes

/**
 * Encodes a text (RFC 2045, section 6), as itself if that will do, else in the shorter encoding. Its line ends become
 * those of mail; everything else is decoded to what it was.
 */
export function* encodeText(text: string): Steps<Encoded> {
  const chunks: Buffer[] = []
  if (text.length <= longestPlain) {
    const canonical = withMailsLineEnds(text)
    // Boundaries begin with "=_", so a body must not contain these characters unencoded.
    if (canonical.length <= longestPlain && plainLines.test(canonical) && !canonical.includes('=_')) {
      return { encoding: '7bit', body: Buffer.from(canonical, 'latin1') }
    }
    chunks.push(Buffer.from(canonical))
  } else {
    for (let start = 0; start < text.length;) {
      const end = endOfChunk(text, start)
      chunks.push(Buffer.from(withMailsLineEnds(text.slice(start, end))))
      start = end
      yield
    }
  }
  const [first] = chunks
  return yield* encodeLines(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks))
}

/**
 * Encodes a text of any charset whose line ends are CRLF, in the shorter encoding. It is decoded to the same bytes.
 */
export function* encodeLines(bytes: Buffer): Steps<Encoded> {
  // Three characters for each byte that is not ASCII; base64 has four for three bytes of any kind.
  let special = 0
  for (let start = 0; start < bytes.length; start += stepLength) {
    const chunk = bytes.subarray(start, start + stepLength)
    if (isAscii(chunk)) continue
    for (let index = 0; index < chunk.length; index += 1) if ((chunk[index] as number) > 0x7e) special += 1
    yield
  }
  if (special * 6 > bytes.length) return { encoding: 'base64', body: yield* base64(bytes) }
  return { encoding: 'quoted-printable', body: yield* quotedPrintable(bytes, stepLength) }
}

function withMailsLineEnds(text: string): string {
  // Most texts have no carriage return, and a search for one character takes a fifth of the time.
  return text.includes('\r') ? text.replace(/\r\n|\r|\n/g, '\r\n') : text.replaceAll('\n', '\r\n')
}

/** Returns the end of a chunk, never inside a line end or a surrogate pair. */
function endOfChunk(text: string, start: number): number {
  const end = start + stepLength
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last === 0x0d || (last >= 0xd800 && last <= 0xdbff) ? end - 1 : end
}

/** Encodes a file, which stays the same to the byte, whatever its line ends. */
export function* encodeBytes(bytes: Buffer): Steps<Encoded> {
  return { encoding: 'base64', body: yield* base64(bytes) }
}

/** Encodes bytes in base64 (RFC 2045, section 6.8). */
function* base64(bytes: Buffer): Steps<Buffer> {
  const length = 4 * Math.ceil(bytes.length / 3)
  const lines = Math.ceil(length / 76)
  const body = Buffer.allocUnsafe(length + 2 * Math.max(0, lines - 1))
  let end = 0
  for (let from = 0; from < bytes.length; from += stepBytes) {
    const text = bytes.toString('base64', from, Math.min(bytes.length, from + stepBytes))
    for (let start = 0; start < text.length; start += 76) {
      if (end > 0) end += body.write('\r\n', end, 'latin1')
      end += body.write(text.slice(start, start + 76), end, 'latin1')
    }
    yield
  }
  return body
}
