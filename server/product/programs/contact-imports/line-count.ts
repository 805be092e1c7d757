const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Counts the physical lines of a file as it arrives. A line ends with CRLF, LF or CR. */
export class LineCount {
  #ends = 0
  #last = lineFeed

  /** @returns how many lines there are so far, with the one that has begun */
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
