import { printableText } from '../../../../base/text/printable.js'

/** Bytes of a reply's body that the history shows. */
const maxBytes = 2048

/** Collects the beginning of a reply's body as text. */
export class ReplyText {
  readonly #chunks: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    if (this.#length <= maxBytes) this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  /** Bytes that have come in all. */
  get length(): number {
    return this.#length
  }

  /**
   * Returns the collected text, fit to be kept and shown. Bytes that are not UTF-8 become U+FFFD. A character that
   * was cut off at the end is left out.
   *
   * @param whole true if the body had ended
   * @returns null if the body was empty
   */
  toText(whole: boolean): string | null {
    const [first] = this.#chunks
    if (first === undefined) return null
    const bytes = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    const text = printableText(
      whole && bytes.length <= maxBytes
        ? bytes.toString('utf8')
        : // Holds back what could be the beginning of a character.
          new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, maxBytes), {
            stream: true,
          }),
    )
    return text === '' ? null : text
  }
}
