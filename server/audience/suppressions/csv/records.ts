import type { RecordBytes } from './cells.js'
import { rejectedLine, type RejectedLine } from './rejection.js'
import { recordAt, scanRecord, skipLine, type Grammar } from './scan.js'
import type { ByteWindow } from './window.js'

/** A record in the window, which is good until the next `fill`. */
export interface NumberedRecord extends RecordBytes {
  /** The physical line on which it begins. */
  readonly line: number
}

/** Takes records off a window, and numbers their lines. */
export class Records {
  readonly #window: ByteWindow
  readonly #grammar: Grammar
  #line: number
  /** Whether the rest of a broken line is still to be passed. */
  #skipping = false

  /** @param line that the window begins with */
  constructor(window: ByteWindow, grammar: Grammar, line: number) {
    this.#window = window
    this.#grammar = grammar
    this.#line = line
  }

  /** Up to so many of those that can be seen whole, and the broken ones between them; empty lines are none. */
  take(max: number): (NumberedRecord | RejectedLine)[] {
    const { bytes, ended } = this.#window
    const taken: (NumberedRecord | RejectedLine)[] = []
    let at = 0
    while (taken.length < max && at < bytes.length) {
      if (this.#skipping) {
        const { next, done } = skipLine(bytes, at, ended)
        at = next
        if (!done) break
        this.#skipping = false
        this.#line += 1
        continue
      }
      const found = scanRecord(bytes, at, this.#grammar, ended)
      if (found === undefined) break
      if (typeof found === 'string') {
        taken.push(rejectedLine(this.#line, found))
        this.#skipping = true
        continue
      }
      if (found.end > at) taken.push({ line: this.#line, ...recordAt(bytes, at, found) })
      this.#line += found.lines
      at = found.next
    }
    this.#window.take(at)
    return taken
  }
}
