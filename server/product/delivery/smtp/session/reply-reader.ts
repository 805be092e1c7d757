/**
 * A reply as a server sent it (RFC 5321, section 4.2.1): its code, and the text of each line behind the code.
 */
export interface ServerReply {
  readonly code: number
  readonly texts: readonly string[]
}

/** What came is no reply. The message says what it was, fit for people once it is made printable. */
export class GarbageError extends Error {
  override name = 'GarbageError'
}

/**
 * In octets, with its end. RFC 5321 (section 4.5.3.1.5) says 512; some servers explain themselves at length.
 */
const longestLine = 2048
/** So that a server cannot fill the memory of its clients. */
const longestReply = 64 * 1024
const maxLines = 100

const lineForm = /^([2-5]\d\d)(?:([ -])(.*))?$/s
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Reads replies out of bytes, however they are cut. A bare LF ends a line too, and any byte may stand in the
 * text: what a server means is clear all the same.
 */
export class ReplyReader {
  #bytes: Buffer = Buffer.alloc(0)
  #code = 0
  #texts: string[] = []
  /** Of the reply that has begun. */
  #octets = 0

  push(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
  }

  /** Whether nothing is left over: no byte of a further reply has come. */
  get isEmpty(): boolean {
    return this.#bytes.length === 0 && this.#texts.length === 0
  }

  /**
   * The next reply, or undefined where it has not come to its end. To be asked until it is undefined after
   * each push.
   *
   * @throws GarbageError where what comes next is no reply; the reader is of no use from then on
   */
  take(): ServerReply | undefined {
    for (;;) {
      const end = this.#bytes.indexOf(lineFeed)
      // An unfinished line that is too long already can only become longer.
      if (end >= longestLine || (end === -1 && this.#bytes.length >= longestLine))
        throw new GarbageError(`A line of the reply is longer than ${longestLine} octets.`)
      if (end === -1) return undefined
      const reply = this.#addLine(end)
      if (reply !== undefined) return reply
    }
  }

  #addLine(end: number): ServerReply | undefined {
    const textEnd = this.#bytes[end - 1] === carriageReturn ? end - 1 : end
    const line = this.#bytes.toString('utf8', 0, textEnd)
    this.#bytes = this.#bytes.subarray(end + 1)
    const [, digits, separator, text = ''] = lineForm.exec(line) ?? []
    if (digits === undefined) throw new GarbageError(`No reply code in "${line.slice(0, 100)}".`)
    const code = Number(digits)
    if (this.#texts.length > 0 && code !== this.#code)
      throw new GarbageError(`A reply has both the code ${this.#code} and ${code}.`)

    this.#code = code
    this.#octets += end + 1
    this.#texts.push(text)
    if (this.#octets > longestReply || this.#texts.length > maxLines)
      throw new GarbageError(`A reply is longer than ${maxLines} lines or ${longestReply} octets.`)
    if (separator === '-') return undefined
    const reply = { code, texts: this.#texts }
    this.#texts = []
    this.#octets = 0
    return reply
  }
}
