import type { Socket } from 'node:net'

/** Index of the last digit of a reply's status; the bytes up to it tell whether the status is 100. */
const statusEnd = 'HTTP/1.1 100'.length - 1
const [lineFeed, carriageReturn, zero, one, two] = [...'\n\r012'].map((character) => character.charCodeAt(0))

/**
 * Makes undici accept an unsolicited `100 Continue`, as a client has to (RFC 9110, section 15.2): undici accepts all
 * other interim replies, and cuts the connection for this one. So it is shown 102, which says as little.
 *
 * A `ContinueReplies` reads each byte that comes until the status of the final reply is there, and nothing after
 * that.
 */
export class ContinueReplies {
  /** Expected next: a byte of a status line, by its index; a byte of an interim head; or nothing of interest. */
  #place: number | 'interim' | 'reply' = 'reply'
  /** True if the status has begun with 10, and, in a head, if a line has just ended. */
  #isTen = false
  #atLineStart = false

  /** Notes that a request was sent, so that a reply begins next. */
  expect(): void {
    this.#place = 0
  }

  /** Watches everything that is read from a socket. The client reads by `read()` alone. */
  watch(socket: Socket): void {
    const read = socket.read.bind(socket)
    socket.read = (size?: number) => {
      const chunk = read(size) as unknown
      if (Buffer.isBuffer(chunk)) this.#pass(chunk)
      return chunk
    }
  }

  #pass(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.#place !== 'reply'; at += 1) {
      const byte = chunk[at]
      if (this.#place === 'interim') this.#passInterim(byte)
      else if (this.#passStatus(this.#place, byte)) chunk[at] = two as number
    }
  }

  /** Returns whether the byte ends the status 100. */
  #passStatus(place: number, byte: number | undefined): boolean {
    // Line ends before a status line are ignored.
    if (place === 0 && (byte === lineFeed || byte === carriageReturn)) return false
    if (place === statusEnd) {
      this.#place = 'interim'
      this.#atLineStart = false
      return this.#isTen && byte === zero
    }
    if (place === statusEnd - 2 && byte !== one) this.#place = 'reply'
    else {
      if (place === statusEnd - 1) this.#isTen = byte === zero
      this.#place = place + 1
    }
    return false
  }

  /** Passes a byte of an interim head, which ends with an empty line. */
  #passInterim(byte: number | undefined): void {
    if (byte === carriageReturn) return
    if (byte === lineFeed && this.#atLineStart) this.#place = 0
    this.#atLineStart = byte === lineFeed
  }
}
