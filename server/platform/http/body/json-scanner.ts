const quote = 0x22
const backslash = 0x5c

/** The kinds of bytes outside of strings. */
const enum Kind {
  Other,
  Quote,
  Open,
  Close,
  Colon,
  Comma,
}

const kinds = new Uint8Array(256)
kinds[quote] = Kind.Quote
for (const [characters, kind] of [
  ['[{', Kind.Open],
  [']}', Kind.Close],
  [':', Kind.Colon],
  [',', Kind.Comma],
] as const) {
  for (const character of characters) kinds[character.charCodeAt(0)] = kind
}

/**
 * Measures JSON (RFC 8259) while its bytes arrive, in chunks cut anywhere. The scanner only tells strings
 * from the rest. It does not check the syntax, so its figures are only right if a parser accepts the bytes.
 * It keeps no bytes.
 */
export class JsonScanner {
  /** The max number of arrays and objects that were open at once. */
  depth = 0
  /** Structural characters outside of strings: brackets, braces, colons and commas (RFC 8259, section 2). */
  structure = 0
  /** The number of members (name and value) of all objects. */
  members = 0
  #open = 0
  #inString = false
  /** True if the last chunk ended inside a string with a backslash that escapes the next byte. */
  #afterBackslash = false

  push(chunk: Buffer): void {
    let index = this.#inString ? this.#endOfString(chunk, 0) : 0
    for (; index < chunk.length; index += 1) {
      switch (kinds[chunk[index] as number]) {
        case Kind.Quote:
          this.#inString = true
          index = this.#endOfString(chunk, index + 1) - 1
          break
        case Kind.Open:
          this.structure += 1
          this.#open += 1
          if (this.#open > this.depth) this.depth = this.#open
          break
        case Kind.Close:
          this.structure += 1
          this.#open -= 1
          break
        case Kind.Colon:
          this.structure += 1
          this.members += 1
          break
        case Kind.Comma:
          this.structure += 1
      }
    }
  }

  /**
   * Returns the index after the quote that ends the string, or the chunk's length if the string continues.
   */
  #endOfString(chunk: Buffer, from: number): number {
    for (let next = from; ;) {
      const found = chunk.indexOf(quote, next)
      const end = found === -1 ? chunk.length : found
      // A quote after an odd number of backslashes is part of the string.
      let start = end
      while (start > next && chunk[start - 1] === backslash) start -= 1
      const carried = start === from && this.#afterBackslash ? 1 : 0
      const isEscaped = (end - start + carried) % 2 === 1
      if (found === -1) {
        this.#afterBackslash = end > from ? isEscaped : this.#afterBackslash
        return end
      }
      if (!isEscaped) {
        this.#inString = false
        this.#afterBackslash = false
        return found + 1
      }
      next = found + 1
    }
  }
}
