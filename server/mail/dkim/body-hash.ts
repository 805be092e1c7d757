import { createHash } from 'node:crypto'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

const [tab, lf, cr, space] = [0x09, 0x0a, 0x0d, 0x20]
const crlf = Buffer.from('\r\n')
const manyCrlf = Buffer.alloc(64 * 1024, crlf)

/** Bytes that are hashed in one turn of the event loop: about a millisecond of it. */
const oneTurn = 512 * 1024

export type BodyForm = 'simple' | 'relaxed'

/**
 * Returns the SHA-256 of a body in one of the canonical forms, in base64. A large body is hashed in slices, with
 * turns for other tasks between them.
 *
 * @param sliceBytes bytes that are hashed in one turn
 */
export async function bodyHashOf(body: Buffer, form: BodyForm, sliceBytes = oneTurn): Promise<string> {
  const hash = new BodyHash(form)
  for (let begin = 0; begin < body.length; begin += sliceBytes) {
    if (begin > 0) await turnOfTheLoop()
    hash.update(body.subarray(begin, begin + sliceBytes))
  }
  return hash.digest()
}

/**
 * Computes the SHA-256 of a body in one of the forms that signatures use (RFC 6376, sections 3.4.3 and 3.4.4), as it
 * comes piece by piece: in linear time, and with no more memory than twice a piece. A line feed alone counts as the
 * end of a line, as signers see it. Mailauth has one too, which takes a minute for a body of white space.
 */
export class BodyHash {
  readonly #hash = createHash('sha256')
  readonly #isRelaxed: boolean
  /** Number of line ends that count if text follows. */
  #lineEnds = 0
  /** True after a run of blanks, which counts if text follows in its line. */
  #blank = false
  /** True after a carriage return, which may be half of a line end. */
  #return = false
  #isEmpty = true

  constructor(form: BodyForm) {
    this.#isRelaxed = form === 'relaxed'
  }

  update(piece: Buffer): void {
    let start = 0
    while (start < piece.length && isSpecial(piece[start] as number)) start += 1
    this.#read(piece.subarray(0, start))
    let end = piece.length
    while (end > start && isSpecial(piece[end - 1] as number)) end -= 1
    const text = piece.subarray(start, end)
    if (text.length > 0 && this.#isCanonical(text)) {
      // Nearly all of base64 is canonical, and most text: native searches find that out sooner than a loop over the
      // bytes.
      this.#beforeText()
      this.#hash.update(text)
      this.#isEmpty = false
    } else {
      this.#read(text)
    }
    this.#read(piece.subarray(end))
  }

  /** Returns the hash in base64. */
  digest(): string {
    if (this.#return) {
      this.#beforeText()
      this.#isEmpty = false
    }
    // A body ends with one line end. A body without text is empty in the relaxed form, and a line end in the other.
    if (!this.#isEmpty || !this.#isRelaxed) this.#hash.update(crlf)
    return this.#hash.digest('base64')
  }

  /** Returns whether a text, which neither begins nor ends with anything special, is canonical already. */
  #isCanonical(text: Buffer): boolean {
    if (this.#isRelaxed && (text.includes(tab) || text.includes('  ') || text.includes(' \r\n'))) return false
    for (let at = text.indexOf(lf); at !== -1; at = text.indexOf(lf, at + 1)) {
      if (text[at - 1] !== cr) return false
    }
    return true
  }

  #read(bytes: Buffer): void {
    // A line feed alone becomes two bytes; what waits from before needs three more at most, or goes another
    // way.
    const kept = Buffer.allocUnsafe(2 * bytes.length + 4)
    let length = 0
    const beforeText = () => {
      if (length === 0) return this.#beforeText()
      for (; this.#lineEnds > 0; this.#lineEnds -= 1) {
        kept[length++] = cr
        kept[length++] = lf
      }
      if (this.#blank) kept[length++] = space
      if (this.#return) kept[length++] = cr
      this.#blank = false
      this.#return = false
    }
    for (const byte of bytes) {
      if (byte === lf) {
        this.#return = false
        this.#blank = false
        this.#lineEnds += 1
        continue
      }
      if (this.#return) {
        beforeText()
        this.#isEmpty = false
      }
      if (byte === cr) this.#return = true
      else if (this.#isRelaxed && (byte === space || byte === tab)) this.#blank = true
      else {
        if (this.#blank || this.#lineEnds > 0) beforeText()
        this.#isEmpty = false
        kept[length++] = byte
      }
    }
    if (length > 0) this.#hash.update(kept.subarray(0, length))
  }

  /** Hashes what precedes text and counts now: line ends, then blanks, then a carriage return that ended no line. */
  #beforeText(): void {
    for (let left = 2 * this.#lineEnds; left > 0; left -= manyCrlf.length) {
      this.#hash.update(manyCrlf.subarray(0, Math.min(left, manyCrlf.length)))
    }
    if (this.#blank) this.#hash.update(' ')
    if (this.#return) this.#hash.update('\r')
    this.#lineEnds = 0
    this.#blank = false
    this.#return = false
  }
}

function isSpecial(byte: number): boolean {
  return byte === lf || byte === cr || byte === space || byte === tab
}
