import { printableLine } from '../../../../base/text/printable.js'

/** Most bytes of UTF-8 that a conversation takes in the log. */
export const maxConversationBytes = 4096
/** Most bytes of one line, without its end. Servers say the important part in the first words. */
const maxLineBytes = 500
/**
 * Bytes that are kept of the beginning, and of the end: they show how the dialogue began, and why it ended. The rest
 * of {@link maxConversationBytes} is for the mark between them.
 */
const partBytes = 2000

const encoder = new TextEncoder()

/**
 * Records the SMTP dialogue of an attempt, line by line: `C: ` is what this host said, `S: ` what the server said,
 * and `* ` what happened beside that. A long dialogue loses lines of its middle. Control characters are left out, and
 * the message's content is never given to the transcript.
 */
export class Transcript {
  readonly #first: string[] = []
  readonly #last: string[] = []
  #firstBytes = 0
  #lastBytes = 0
  #left = 0

  client(line: string): void {
    this.#add(`C: ${line}`)
  }

  server(line: string): void {
    this.#add(`S: ${line}`)
  }

  note(line: string): void {
    this.#add(`* ${line}`)
  }

  /** Returns the lines joined by LF, {@link maxConversationBytes} at most; null if nothing was said. */
  text(): string | null {
    if (this.#first.length === 0) return null
    const mark = this.#left === 0 ? [] : [`* [lines left out: ${this.#left}]`]
    return [...this.#first, ...mark, ...this.#last].join('\n')
  }

  #add(text: string): void {
    const line = clipped(printableLine(text, maxLineBytes))
    const bytes = Buffer.byteLength(line) + 1
    if (this.#last.length === 0 && this.#left === 0 && this.#firstBytes + bytes <= partBytes) {
      this.#first.push(line)
      this.#firstBytes += bytes
      return
    }
    this.#last.push(line)
    this.#lastBytes += bytes
    while (this.#lastBytes > partBytes) {
      this.#lastBytes -= Buffer.byteLength(this.#last.shift() ?? '') + 1
      this.#left += 1
    }
  }
}

/** Returns the line, cut and marked at its end if it is too long. No character is cut in two. */
function clipped(line: string): string {
  if (Buffer.byteLength(line) <= maxLineBytes && line.length < maxLineBytes) return line
  const { read } = encoder.encodeInto(line, new Uint8Array(maxLineBytes - 3))
  return `${line.slice(0, read)}…`
}
