import { createHash, type Hash } from 'node:crypto'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

const [tab, lf, cr, space] = [0x09, 0x0a, 0x0d, 0x20]
const crlf = Buffer.from('\r\n')

/**
 * The longest line of a body that is verified, in bytes. RFC 5321 (section 4.5.3.1.6) allows 1000, and
 * signatures do not survive a longer line.
 */
const longestVerifiedLine = 8192

/**
 * A body in relaxed canonicalization (RFC 6376, section 3.4.4). Its relaxed form is the same again. Mailauth
 * could make it, too, but takes a minute for a body of white space or of one line, and a gigabyte.
 *
 * @returns undefined where a line is too long to be verified
 */
export function relaxedBody(body: Buffer): Buffer | undefined {
  const relaxed = relaxLines(body)
  if (longestLineOf(relaxed) > longestVerifiedLine) return undefined
  const end = endOfText(relaxed)
  return end === 0 ? Buffer.alloc(0) : Buffer.concat([relaxed.subarray(0, end), crlf])
}

/** The length of the longest line, in bytes without its line end. */
function longestLineOf(lines: Buffer): number {
  let longest = 0
  for (let start = 0; start <= lines.length;) {
    const next = lines.indexOf(crlf, start)
    const end = next < 0 ? lines.length : next
    longest = Math.max(longest, end - start)
    start = end + crlf.length
  }
  return longest
}

/** Bytes that are worked on in one turn of the event loop: about a millisecond of it. */
const oneTurn = 512 * 1024

/**
 * The SHA-256 of a body in relaxed canonicalization (RFC 6376, section 3.4.4), in base64. A large body is
 * taken in slices, with turns for everybody else between them.
 *
 * @param sliceBytes how much is taken in one turn, at least
 */
export async function relaxedBodyHash(body: Buffer, sliceBytes = oneTurn): Promise<string> {
  const hash = createHash('sha256')
  let blankLines = 0
  let empty = true
  for (let start = 0; start < body.length;) {
    if (start > 0) await turnOfTheLoop()
    const slice = body.subarray(start, endOfSlice(body, start, sliceBytes))
    start += slice.length
    const relaxed = relaxLines(slice)
    const end = endOfText(relaxed)
    if (end > 0) {
      // Blank lines count where text follows.
      updateWithBlankLines(hash, blankLines)
      hash.update(relaxed.subarray(0, end))
      blankLines = 0
      empty = false
    }
    blankLines += (relaxed.length - end) / 2
  }
  if (!empty) hash.update(crlf)
  return hash.digest('base64')
}

/** A slice ends with a line, so that each can be relaxed for itself. */
function endOfSlice(body: Buffer, start: number, sliceBytes: number): number {
  if (body.length - start <= sliceBytes) return body.length
  const end = body.indexOf(crlf, start + sliceBytes)
  return end < 0 ? body.length : end + crlf.length
}

/**
 * Lines without blanks at their ends, and with one space for each run of blanks. The same buffer where that
 * changes nothing, as in all of base64: native searches tell that sooner than a loop over the bytes.
 */
function relaxLines(lines: Buffer): Buffer {
  if (!lines.includes(tab) && !lines.includes('  ') && !lines.includes(' \r\n') && lines.at(-1) !== space) {
    return lines
  }
  const relaxed = Buffer.allocUnsafe(lines.length)
  let length = 0
  let blank = false
  for (let index = 0; index < lines.length; index += 1) {
    const byte = lines[index] as number
    if (byte === space || byte === tab) {
      blank = true
      continue
    }
    // Only the pair ends a line.
    if (blank && !(byte === cr && lines[index + 1] === lf)) relaxed[length++] = space
    blank = false
    relaxed[length++] = byte
  }
  return relaxed.subarray(0, length)
}

/** Where the text ends before the line ends that follow it. */
function endOfText(lines: Buffer): number {
  let end = lines.length
  while (end >= 2 && lines[end - 1] === lf && lines[end - 2] === cr) end -= 2
  return end
}

function updateWithBlankLines(hash: Hash, count: number): void {
  if (count === 1) hash.update(crlf)
  else if (count > 1) hash.update(Buffer.alloc(2 * count, crlf))
}
