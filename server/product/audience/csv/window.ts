/** Holds the longest record a few times over, so that each can be seen whole. */
const size = 65_536

/**
 * A window over a stream of bytes. What is read is taken off the front; `fill` moves the rest there and reads
 * on. It never holds more than its size and what is left of the chunk that came last, and what it shows after
 * a `fill` does not depend on how the stream was cut into chunks.
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

  /** @param place which byte of the file the stream begins with */
  constructor(source: AsyncIterable<Uint8Array>, place = 0) {
    this.#source = source[Symbol.asyncIterator]()
    this.#place = place
  }

  /** Which byte of the file comes next, the first being 0. */
  get place(): number {
    return this.#place
  }

  /** What can be seen. It is good until the next `fill`. */
  get bytes(): Buffer {
    return this.#buffer.subarray(this.#from, this.#to)
  }

  /** Whether what can be seen is all that is left. */
  get ended(): boolean {
    return this.#ended
  }

  /** Whether what can be seen is all that comes, be it that the stream has failed. */
  get stopped(): boolean {
    return this.#ended || this.#failure !== undefined
  }

  /** @throws what the stream has thrown */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure.cause
  }

  /** Takes as many bytes off the front. */
  take(bytes: number): void {
    this.#from += bytes
    this.#place += bytes
  }

  /** Reads until the window is full or the stream has ended or failed: what came before a failure counts. */
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

  /** Reads to the end and keeps nothing: a request whose body is left unread may lose its reply. */
  async drain(): Promise<void> {
    while (!this.stopped) await this.#next()
  }

  /** Lets go of the stream. */
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
