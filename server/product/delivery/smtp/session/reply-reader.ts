/**
 * A reply as a server sent it (RFC 5321, section 4.2.1): its code, and the text of each line behind the code.
 */
export interface ServerReply {
  readonly code: number
  readonly texts: readonly string[]
}

/**
 * Says that a server sent something that is no reply. The error's message quotes it, fit for people once it is made
 * printable.
 */
export class GarbageError extends Error {
  override name = 'GarbageError'
}

/**
 * Most octets of a line, including its end. RFC 5321 (section 4.5.3.1.5) says 512; some servers explain themselves at
 * length.
 */
const longestLine = 2048
/** Most octets of a reply, so that a server cannot fill the memory of its clients. */
const longestReply = 64 * 1024
const maxLines = 100

const lineForm = /^([2-5]\d\d)(?:([ -])(.*))?$/s
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Reads replies out of bytes, however the network cuts them. A bare LF ends a line too, and any byte may be in the
 * text: the server's meaning is clear all the same.
 */
export class ReplyReader {
  #bytes: Buffer = Buffer.alloc(0)
  #code = 0
  #texts: string[] = []
  /** Octets of the reply that has begun. */
  #octets = 0

  push(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
  }

  /** True if nothing is left over: no byte of a further reply has come. */
  get isEmpty(): boolean {
    return this.#bytes.length === 0 && this.#texts.length === 0
  }

  /**
   * Returns the next reply, or undefined if its end has not come yet. Call it after each push until it returns
   * undefined.
   *
   * @throws GarbageError if the next bytes are no reply; the reader is of no use from then on
   */
  take(): ServerReply | undefined {
    for (;;) {
      const end = this.#bytes.indexOf(lineFeed)
      // An unfinished line that is too long already can only get longer.
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
