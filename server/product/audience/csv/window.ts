/** Size of the window in bytes. It holds the longest record a few times over, so that each can be seen whole. */
const size = 65_536

/**
 * A window over a stream of bytes. Bytes are taken off its front; `fill` moves the rest there and reads on. It never
 * holds more than its size and the rest of the chunk that came last, and its content after a `fill` does not depend
 * on how the stream was cut into chunks.
 */
export class ByteWindow {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #buffer = Buffer.allocUnsafe(size)
  #chunk: Uint8Array = new Uint8Array(0)
  #from = 0
  #to = 0
  #ended = false
  #failure: { readonly cause: unknown } | undefined
  #place: number

  /**
   * @param place the number of the byte of the file with which the stream begins; the first is 0
   */
  constructor(source: AsyncIterable<Uint8Array>, place = 0) {
    this.#source = source[Symbol.asyncIterator]()
    this.#place = place
  }

  /** Number of the byte of the file that comes next; the first is 0. */
  get place(): number {
    return this.#place
  }

  /** The visible bytes. They are valid until the next `fill`. */
  get bytes(): Buffer {
    return this.#buffer.subarray(this.#from, this.#to)
  }

  /** True if the visible bytes are all that is left. */
  get ended(): boolean {
    return this.#ended
  }

  /** True if no more bytes come, because the stream has ended or failed. */
  get stopped(): boolean {
    return this.#ended || this.#failure !== undefined
  }

  /** Throws what the stream has thrown, if it has failed. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure.cause
  }

  /** Takes a number of bytes off the front. */
  take(bytes: number): void {
    this.#from += bytes
    this.#place += bytes
  }

  /** Reads until the window is full or the stream has ended or failed. The bytes before a failure count. */
  async fill(): Promise<void> {
    this.#buffer.copyWithin(0, this.#from, this.#to)
    this.#to -= this.#from
    this.#from = 0
    while (this.#to < size && !this.stopped) {
      if (this.#chunk.length === 0) await this.#next()
      const part = this.#chunk.subarray(0, size - this.#to)
      this.#buffer.set(part, this.#to)
      this.#to += part.length
      this.#chunk = this.#chunk.subarray(part.length)
    }
  }

  /** Reads to the end and keeps nothing, since a request whose body is left unread may lose its reply. */
  async drain(): Promise<void> {
    while (!this.stopped) await this.#next()
  }

  /** Closes the stream. */
  async close(): Promise<void> {
    if (!this.stopped) await this.#source.return?.()
  }

  async #next(): Promise<void> {
    try {
      const next = await this.#source.next()
      if (next.done === true) this.#ended = true
      else this.#chunk = next.value
    } catch (cause) {
      this.#failure = { cause }
    }
  }
}
