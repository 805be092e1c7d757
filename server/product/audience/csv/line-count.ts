import { refusedValue } from '../../../platform/http/errors/api-error.js'

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Counts the physical lines of a file as it arrives. A line ends with CRLF, LF or CR. */
export class LineCount {
  #ends = 0
  #last = lineFeed

  /**
   * Counts the line ends in more bytes.
   *
   * @returns the number of lines so far, including the one that has begun
   */
  add(bytes: Uint8Array): number {
    let last = this.#last
    let ends = this.#ends
    for (const byte of bytes) {
      if (byte === carriageReturn || (byte === lineFeed && last !== carriageReturn)) ends += 1
      last = byte
    }
    this.#last = last
    this.#ends = ends
    return last === lineFeed || last === carriageReturn ? ends : ends + 1
  }
}

/** The most lines that an imported file may have. */
export const maxLines = 1_000_000

/**
 * Passes on the bytes of a file as they arrive, up to a number of lines. Lines can be so short that a small file
 * takes minutes to read.
 *
 * @throws ApiError 422 `validation_failed` in place of the bytes with the first line too many, and what the stream
 *   throws
 */
export async function* limitLines<Bytes extends Uint8Array>(
  file: AsyncIterable<Bytes>,
): AsyncGenerator<Bytes, void, undefined> {
  const lines = new LineCount()
  for await (const bytes of file) {
    if (lines.add(bytes) > maxLines) throw tooManyLines()
    yield bytes
  }
}

function tooManyLines() {
  const most = maxLines.toLocaleString('en')
  const next = (maxLines + 1).toLocaleString('en')
  return refusedValue(
    '/body',
    'too_many',
    `must have at most ${most} lines: send those from line ${next} on in another file`,
  )
}
