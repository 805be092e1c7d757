const cr = 0x0d
const lf = 0x0a
const dot = 0x2e

/**
 * Looks for false ends of data. Only CRLF, dot, CRLF ends a message (RFC 5321, section 4.1.1.4), but some servers
 * accept a dot between bare CRs or LFs as an end, and then read the rest as commands: two servers that do not agree
 * let a stranger send a second message in the name of the first one's server ("SMTP smuggling"). No honest report has
 * such a line.
 *
 * Feed it the data as it comes, after its dots were unstuffed.
 */
export class LineEnds {
  /** The content of the line so far, and whether the end of the line before it was CRLF. */
  #line: 'empty' | 'dot' | 'empty after bare' | 'dot after bare' | 'more' = 'empty'
  #afterCr = false
  #smuggling = false

  /** True if a dot was alone on a line with a bare CR or LF at either end. */
  get smuggling(): boolean {
    return this.#smuggling
  }

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.#afterCr) {
        this.#afterCr = false
        this.#end(byte === lf)
        if (byte === lf) continue
      }
      if (byte === cr) this.#afterCr = true
      else if (byte === lf) this.#end(false)
      else this.#add(byte)
    }
  }

  #end(proper: boolean): void {
    if (this.#line === 'dot after bare' || (this.#line === 'dot' && !proper)) this.#smuggling = true
    this.#line = proper ? 'empty' : 'empty after bare'
  }

  #add(byte: number): void {
    if (byte === dot && this.#line === 'empty') this.#line = 'dot'
    else if (byte === dot && this.#line === 'empty after bare') this.#line = 'dot after bare'
    else this.#line = 'more'
  }
}
