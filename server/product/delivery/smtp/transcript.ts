import { printableLine } from '../../../../base/text/printable.js'

/** The most bytes of UTF-8 that a conversation has in the log. */
export const maxConversationBytes = 4096
/** Of one line, without its end. What servers say is in the first words. */
const maxLineBytes = 500
/** Of the beginning, and as many of the end: how it began, and why it ended. The mark between them has the rest. */
const partBytes = 2000

const encoder = new TextEncoder()

/**
 * The SMTP dialogue of an attempt, line by line: `C: ` is what this host said, `S: ` what the server said, and
 * `* ` what happened beside that. A long one loses lines of its middle. What a line has of control characters
 * does not come into it, and the message's content is never given to it.
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

  /** The lines with LF between them, at most {@link maxConversationBytes}; null where nothing was said. */
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

/** The line with a mark at its end where it is too long. No character is cut in two. */
function clipped(line: string): string {
  if (Buffer.byteLength(line) <= maxLineBytes && line.length < maxLineBytes) return line
  const { read } = encoder.encodeInto(line, new Uint8Array(maxLineBytes - 3))
  return `${line.slice(0, read)}…`
}
