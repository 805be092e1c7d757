import { once } from 'node:events'
import type { Output } from '../invocation.js'

/** The reader has closed the output, such as `| head` when it has enough lines. */
export class ReaderGone extends Error {
  override name = 'ReaderGone'
}

/** Prints to a stream as fast as the reader reads it. */
export class Printer {
  #isGone = false
  readonly #gone = () => {
    this.#isGone = true
  }

  readonly #output: Output

  constructor(output: Output) {
    this.#output = output
    output.on('error', this.#gone)
    output.on('close', this.#gone)
  }

  get isTerminal(): boolean {
    return this.#output.isTTY === true
  }

  /** The number of characters that fit on a line. Undefined if the stream is not a terminal. */
  get width(): number | undefined {
    return this.isTerminal ? (this.#output.columns ?? 80) : undefined
  }

  /**
   * Prints a line.
   *
   * @throws ReaderGone if the reader has closed the output
   */
  async line(text: string): Promise<void> {
    await this.write(`${text}\n`)
  }

  /**
   * Prints content unchanged.
   *
   * @throws ReaderGone if the reader has closed the output
   */
  async write(content: string | Uint8Array): Promise<void> {
    if (this.#isGone) throw new ReaderGone()
    if (this.#output.write(content)) return
    const until = new AbortController()
    const ends = ['drain', 'close'].map((event) =>
      once(this.#output, event, { signal: until.signal }).catch(() => undefined),
    )
    await Promise.race(ends)
    until.abort()
    if (this.#isGone) throw new ReaderGone()
  }

  /** Stops using the stream. */
  end(): void {
    // A reader that has closed the output causes one more error for the last write.
    if (this.#isGone) return
    this.#output.off('error', this.#gone)
    this.#output.off('close', this.#gone)
  }
}
