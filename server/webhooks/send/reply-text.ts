/** Of a reply's body, in bytes: what the history shows. */
const mostBytes = 2048

/** The beginning of a reply's body as text that PostgreSQL's jsonb takes. */
export class ReplyText {
  readonly #decoder = new TextDecoder()
  #left = mostBytes
  #text = ''

  add(chunk: Uint8Array): void {
    if (this.#left === 0) return
    const part = chunk.subarray(0, this.#left)
    this.#left -= part.length
    // A character that is cut here is held back until its other bytes come.
    this.#text += this.#decoder.decode(part, { stream: true })
  }

  /**
   * What has come. What is not UTF-8 stands as U+FFFD, and so does U+0000, which PostgreSQL cannot store. A character that
   * was cut off at the end is left out.
   *
   * @returns null where there was nothing
   */
  toText(): string | null {
    return this.#text === '' ? null : this.#text.replaceAll('\0', '\ufffd')
  }
}
